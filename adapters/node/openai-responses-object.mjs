// openai-responses: the response object, with all the members that either document demands.

import { JsonNumber } from './json.mjs';

/** A number as it is written. */
export function number(value) {
  return new JsonNumber(String(value));
}

/** The response with this status and these items. */
export function responseOf(id, status, output, more) {
  return {
    id,
    object: 'response',
    created_at: number(1754000000),
    completed_at: null,
    status,
    model: 'node',
    output,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    tools: [],
    tool_choice: 'auto',
    parallel_tool_calls: true,
    temperature: number(1),
    top_p: number(1),
    previous_response_id: null,
    text: { format: { type: 'text' } },
    truncation: 'disabled',
    presence_penalty: number(0),
    frequency_penalty: number(0),
    top_logprobs: number(0),
    reasoning: null,
    usage: null,
    max_output_tokens: null,
    max_tool_calls: null,
    store: false,
    background: false,
    service_tier: 'default',
    safety_identifier: null,
    prompt_cache_key: null,
    ...more,
  };
}
