// Loads one client and the very @tanstack/ai that this client uses.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { versions } from './versions.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export async function loadPackages(version) {
  const { client, wire } = versions.get(version);
  const clientPackage = findPackage(`client-${client}`, root);
  const aiPackage = findPackage('@tanstack/ai', clientPackage.directory);
  expectVersion(clientPackage, client);
  expectVersion(aiPackage, version);
  const [{ ChatClient }, { convertMessagesToModelMessages }] = await Promise.all(
    [clientPackage, aiPackage].map(importPackage),
  );
  return { version, client, wire, ChatClient, convertMessagesToModelMessages };
}

// Node's own lookup, from the directory upwards. Node 20 cannot be asked to do it for another importer.
function findPackage(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const directory = join(at, 'node_modules', name);
    const file = join(directory, 'package.json');
    if (existsSync(file)) return { name, directory, manifest: JSON.parse(readFileSync(file, 'utf8')) };
    if (at === dirname(at)) throw new Error(`${name} is not installed: run npm ci`);
  }
}

// A pair that was resolved otherwise than the table says would give findings about the wrong release.
function expectVersion({ name, manifest }, version) {
  if (manifest.version !== version) {
    throw new Error(`${name} is ${manifest.version}, expected ${version}: run npm ci`);
  }
}

function importPackage({ directory, manifest }) {
  return import(pathToFileURL(join(directory, manifest.exports['.'].import)).href);
}
