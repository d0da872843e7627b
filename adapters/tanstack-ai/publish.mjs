#!/usr/bin/env node
// Judges the versions of the published page again, and writes down what comes out: node publish.mjs
//
// It writes reports/published/tanstack-ai.{md,html} and, in README.md, what stands between the lines
// <!-- results: NAME --> and <!-- end -->. The baselines are written by hand: it ends with an error where
// one of them is not exactly what fails. It needs Go, openssl, npm ci before it, and the npm registry.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const readme = join(here, 'README.md');
const published = join(root, 'reports', 'published', 'tanstack-ai');
const versions = ['0.3.0', '0.3.1', '0.4.2', '0.5.0', '0.6.3', '0.58.0'];
const latest = versions.at(-1);
const certified = ['0.5.0', latest];
// Two failures of the latest version are shown in full.
const shown = { cut: ['PART-12', 'consumer'], null: ['PART-24', 'consumer'] };

const work = mkdtempSync(join(tmpdir(), 'conform-published-'));
try {
  publish();
} finally {
  rmSync(work, { recursive: true });
}

function publish() {
  const text = readFileSync(readme, 'utf8');
  for (const name of ['lines', 'table', ...Object.keys(shown), 'certificate']) {
    if (!place(name).test(text)) throw new Error(`README.md has no place for ${name}`);
  }
  run('go', ['build', '-o', join(work, 'conform'), './cmd/conform'], root);
  const results = versions.map(judge);
  const files = versions.map((version) => join(work, `${version}.json`));
  run(join(work, 'conform'), ['matrix', ...files, '--report', `markdown=${published}.md`, '--report', `html=${published}.html`]);
  const certificates = certified.map(certify);
  const failures = Object.entries(shown).map(([name, pair]) => [name, fenced(story(results.at(-1).text, ...pair))]);
  write({
    lines: fenced(results.map(({ version, text }) => `${version.padEnd(8)}${text.trimEnd().split('\n').at(-1)}`).join('\n')),
    table: table(results),
    ...Object.fromEntries(failures),
    certificate: fenced(certificates.at(-1)),
  });
}

// A version fails something, so the exit status is 1. A slow machine is no reason to miss a deadline.
function judge(version) {
  const file = join(work, `${version}.json`);
  const args = ['run', '--verbose', '--timeout', '5m', '--report', `json=${file}`, '--', 'node', 'adapter.mjs', version];
  const env = { ...process.env, COLUMNS: '110', NO_COLOR: '1', FORCE_COLOR: '', GITHUB_ACTIONS: '' };
  const { stdout, status } = spawnSync(join(work, 'conform'), args, { cwd: here, encoding: 'utf8', maxBuffer: 1 << 28, env });
  const text = stdout.replace(/, in [0-9.]+ s$/m, ''); // two runs differ in it
  const result = status > 1 ? {} : JSON.parse(readFileSync(file, 'utf8'));
  if (!result.complete) throw new Error(`${version}: exit status ${status}\n${text}`);
  console.log(version, text.trimEnd().split('\n').at(-1));
  return { version, text, rows: result.requirements };
}

function certify(version) {
  const key = join(work, 'key.pem');
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--silent', `@tanstack/ai@${version}`], work));
  run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key]);
  run('openssl', ['pkey', '-in', key, '-pubout', '-out', `${key}.pub`]);
  const subject = ['--subject', join(work, filename)];
  const out = join(work, 'certificate.json');
  const command = ['node', 'adapter.mjs', version];
  const baseline = join('baselines', `${version}.json`);
  run(join(work, 'conform'), ['certify', '--timeout', '5m', '--key', key, '--baseline', baseline, ...subject, '--out', out, '--', ...command]);
  const said = run(join(work, 'conform'), ['verify', '--key', `${key}.pub`, ...subject, out]);
  return said.split('\n').find((line) => line.startsWith('certified: '));
}

// What conform prints about one failure; with --verbose it tells each in full.
function story(text, requirement, role) {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`FAIL ${requirement} (`) && line.includes(`/${role})`));
  if (start < 0) throw new Error(`${latest} does not fail ${requirement} as a ${role} any more: choose another failure to show`);
  return lines.slice(start, lines.indexOf('', start)).join('\n');
}

// A row for each requirement that one of the versions fails.
function table(results) {
  const told = new Map(titles());
  const ids = results[0].rows.map(({ id }) => id).filter((id) => results.some(({ rows }) => row(rows, id)?.verdict === 'fail'));
  const lines = ids.map((id) => [told.has(id) ? `${id}: ${told.get(id)}` : id, ...results.map(({ rows }) => verdicts(row(rows, id)))]);
  return [['', ...versions], Array(versions.length + 1).fill('---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function row(rows, wanted) {
  return rows.find(({ id }) => id === wanted);
}

function verdicts({ by }) {
  return by.map(({ verdict }) => (verdict === 'fail' ? '**fail**' : verdict)).join(' / ');
}

function titles() {
  return [
    ['PART-02', '`output` and arguments on the call'],
    ['PART-04', 'an error is held as an error'],
    ['PART-05', "a server's result makes a part"],
    ['PART-06', 'one part for each answer'],
    ['PART-07', 'a finish wipes no output'],
    ['PART-10', 'a result of an unknown call changes nothing'],
    ['PART-11', 'one of two results is held'],
    ['PART-12', 'arguments cut off are not sent'],
    ['PART-20', 'one tool message for a call'],
    ['PART-21', '`output` and result part are one answer'],
    ['PART-22', 'a tool message stands after its call'],
    ['PART-23', 'every call is answered once'],
    ['PART-24', 'an error reaches the model'],
    ['PART-25', 'id, name and arguments are kept'],
  ];
}

function write(parts) {
  let text = readFileSync(readme, 'utf8');
  for (const [name, part] of Object.entries(parts)) {
    text = text.replace(place(name), (_, start, end) => `${start}\n${part}\n${end}`);
  }
  writeFileSync(readme, text);
}

function place(name) {
  return new RegExp(`(<!-- results: ${name} -->)[^]*?(<!-- end -->)`);
}

function fenced(text) {
  return `\`\`\`text\n${text}\n\`\`\``;
}

// The output of a command that must succeed.
function run(command, args, cwd = here) {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 });
}
