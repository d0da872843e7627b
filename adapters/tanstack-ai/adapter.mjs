#!/usr/bin/env node
// conform adapter for released versions of @tanstack/ai: node adapter.mjs VERSION
import './lib/environment.mjs';
import { loadPackages } from './lib/packages.mjs';
import { serve } from './lib/protocol.mjs';
import { versions } from './lib/versions.mjs';

const version = process.argv[2];
if (!versions.has(version)) {
  console.error(`usage: node adapter.mjs VERSION\nversions: ${[...versions.keys()].join(' ')}`);
  process.exit(2);
}

await serve(await loadPackages(version));
// The packages may hold timers that would keep the process alive.
process.exit(0);
