// The same adapter behind an HTTP port: GET /hello and POST /cases.
//
//   node http-adapter.mjs 8080
//   conform run --http http://127.0.0.1:8080

import { createServer } from 'node:http';
import { answer, hello, parse, stringify } from './protocol.mjs';

async function bodyOf(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET' && request.url === '/hello') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(stringify(hello));
  } else if (request.method === 'POST' && request.url === '/cases') {
    const text = stringify(answer(parse(await bodyOf(request)))) + '\n';
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(text);
  } else {
    response.writeHead(404).end();
  }
});

server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () => {
  process.stderr.write(`listens on http://127.0.0.1:${server.address().port}\n`);
});
