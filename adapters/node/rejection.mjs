/** The input is refused with a clear reason: an answer, not a failure of the adapter. */
export class Rejection extends Error {}
