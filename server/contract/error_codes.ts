// Every error the API can answer with, and its HTTP status. Codes are a promise to clients: never rename one.
// Adding a code without its sentence in both languages (words/en.ts, words/zh.ts) does not compile.

export const errorStatus = {
  malformed_request: 400,
  not_authenticated: 401,
  session_expired: 401,
  wrong_credentials: 401,
  second_factor_required: 401,
  scope_missing: 403,
  cross_site_request: 403,
  initialization_code_wrong: 403,
  outside_root: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_initialized: 409,
  task_not_running: 409,
  task_already_active: 409,
  run_not_active: 409,
  already_exists: 409,
  wrong_kind: 409,
  log_in_use: 409,
  stale_version: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  host_refused: 421,
  validation_failed: 422,
  precondition_required: 428,
  too_many_requests: 429,
  internal_error: 500,
  took_too_long: 503,
  starting: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;
