// node sign.mjs PAYLOAD.json KEY.pem: prints an envelope of the payload, signed.
import { readFileSync } from "node:fs";
import { createPrivateKey, sign } from "node:crypto";
import sigstore from "@sigstore/core";

const [bytes, key] = process.argv.slice(2).map((path) => readFileSync(path));
const payloadType = "application/vnd.in-toto+json";
const privateKey = createPrivateKey(key);
const algorithm = privateKey.asymmetricKeyType === "ed25519" ? null : "sha256";
const sig = sign(algorithm, sigstore.dsse.preAuthEncoding(payloadType, bytes), privateKey).toString("base64");
console.log(JSON.stringify({ payload: bytes.toString("base64"), payloadType, signatures: [{ sig, keyid: "" }] }));
