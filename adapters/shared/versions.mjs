// Which of the installed versions is driven.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The argument, where it names one of these versions; else the program ends. */
export function chosen(versions) {
  const version = process.argv[2];
  if (versions.includes(version)) return version;
  console.error(`usage: node adapter.mjs VERSION\nversions: ${versions.join(' ')}`);
  return process.exit(2);
}

/** Another version would give findings about the wrong release. */
export function expectVersion(base, alias, version) {
  const file = join(fileURLToPath(new URL('.', base)), 'node_modules', alias, 'package.json');
  const found = JSON.parse(readFileSync(file, 'utf8')).version;
  if (found !== version) throw new Error(`${alias} is ${found}, expected ${version}: run npm ci`);
}
