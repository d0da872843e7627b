// node verify.mjs CERT.json PUB.pem: prints the payload where the signature is the key's.
import { readFileSync } from "node:fs";
import sigstore from "@sigstore/core";

const [cert, key] = process.argv.slice(2).map((path) => readFileSync(path));
const { payloadType, payload, signatures } = JSON.parse(cert);
const bytes = Buffer.from(payload, "base64");
const signed = sigstore.dsse.preAuthEncoding(payloadType, bytes);
const publicKey = sigstore.crypto.createPublicKey(key.toString());
const algorithm = publicKey.asymmetricKeyType === "ed25519" ? null : "sha256";
if (!signatures.some(({ sig }) => sigstore.crypto.verify(signed, publicKey, Buffer.from(sig, "base64"), algorithm))) {
  console.error("no signature is of this key");
  process.exit(1);
}
process.stdout.write(bytes);
