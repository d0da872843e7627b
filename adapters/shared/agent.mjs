// What adapters of the role agent have in common: the case's tools, which note each run, and the state.
import { serve, told } from './serve.mjs';

/**
 * Answers cases. `loops` has for each dialect `loop(input)`, which runs the package's own loop on `input.prompt` and gives the
 * text of its last turn, or throws what the package tells. Each of `input.tools` is {name, description, schema, run}.
 */
export function serveAgent(implementation, loops) {
  return serve(implementation, Object.entries(loops).map(([dialect, loop]) => ({ dialect, role: 'agent', run: (input) => state(loop, input) })));
}

async function state(loop, input) {
  const runs = [];
  const tools = input.tools.map((tool) => ({
    ...tool,
    run: (given) => {
      runs.push({ name: tool.name, arguments: structuredClone(given) });
      return does(tool.does, given);
    },
  }));
  try {
    return { text: await loop({ ...input, tools }), error: null, runs };
  } catch (error) {
    return { text: '', error: told(error), runs };
  }
}

/** `{value}` or `{error}` of a call, for packages that leave it to their applications to run it. */
export async function answered(tools, name, given) {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) return { error: `There is no tool ${name}.` };
  try {
    return { value: await tool.run(given) };
  } catch (error) {
    return { error: error.message };
  }
}

function does(what, given) {
  if (what === 'echo') return given;
  if ('throw' in what) throw new Error(what.throw);
  return what.return;
}
