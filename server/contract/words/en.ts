import type { ErrorCode } from "../error_codes.ts";
import type { IssueCode } from "../issue_codes.ts";

/** What the API says of an error: a title, and a sentence that helps. */
export interface ErrorWords {
  title: string;
  detail: string;
}

/** Why a request could not be read; the `reason` of `malformed_request`. */
export type MalformedReason = "invalid_json" | "body_missing" | "body_cut_off" | "body_not_utf8";

/** What something should have been; the `expected` of `wrong_kind`. */
export type ExpectedKind = "file" | "folder";

export interface ContractWords {
  errors: Record<ErrorCode, ErrorWords>;
  reasons: Record<MalformedReason, string>;
  kinds: Record<ExpectedKind, string>;
  issues: Record<IssueCode, string>;
}

export const en: ContractWords = {
  errors: {
    malformed_request: {
      title: "Malformed request",
      detail: "The request could not be read: {reason}",
    },
    not_authenticated: { title: "Not logged in", detail: "Please log in first" },
    session_expired: { title: "Session expired", detail: "Login session has expired, please log in again" },
    wrong_credentials: { title: "Login failed", detail: "The user name or the password is wrong" },
    second_factor_required: {
      title: "Verification code required",
      detail: "Please enter the 6-digit verification code",
    },
    scope_missing: { title: "Permission missing", detail: "This needs the permission {scope}" },
    cross_site_request: {
      title: "Request from another site",
      detail: "Changes are accepted only from the panel's own pages",
    },
    initialization_code_wrong: {
      title: "Wrong set-up code",
      detail: "The set-up code is wrong; it is printed on the panel's console at start",
    },
    step_up_required: {
      title: "Please confirm that it is you",
      detail: "This asks for your password or a verification code once more",
    },
    outside_root: {
      title: "Outside the folder",
      detail: "{path} leads out of the folder and is not opened",
    },
    not_found: { title: "Not Found", detail: "There is nothing at this address" },
    method_not_allowed: { title: "Method not allowed", detail: "This address does not take {method}" },
    already_initialized: { title: "Already set up", detail: "The panel has its account already" },
    task_not_running: { title: "Task not running", detail: "The task is neither running nor in the queue" },
    task_already_active: {
      title: "Task already active",
      detail: "The task is running or in the queue, and its overlap rule allows no further run",
    },
    subscription_not_running: {
      title: "Subscription not running",
      detail: "The subscription is neither being pulled nor in the queue",
    },
    subscription_already_active: {
      title: "Subscription already active",
      detail: "The subscription is being pulled or in the queue",
    },
    nothing_waiting: {
      title: "Nothing to approve",
      detail: "Nothing of this subscription waits for approval",
    },
    run_not_active: { title: "Run not active", detail: "The run has ended already" },
    dependency_busy: {
      title: "Package busy",
      detail: "The package is being installed or deleted, or waits for it; cancel that first",
    },
    dependency_not_busy: {
      title: "Nothing to cancel",
      detail: "The package is neither being installed or deleted, nor waiting for it",
    },
    already_exists: { title: "Name taken", detail: "{path} exists already" },
    wrong_kind: { title: "Not possible with this", detail: "{path} is not {expected}" },
    log_in_use: {
      title: "Log in use",
      detail: "A run still writes {path}; it can be deleted once the run has ended",
    },
    secret_key_wrong: {
      title: "Secret locked",
      detail:
        "The secret cannot be opened or kept: the file {file} in the data folder is missing or another one",
    },
    precondition_required: {
      title: "Version missing",
      detail: "Send the version you have seen as If-Match, so that nothing is overwritten unseen",
    },
    stale_version: {
      title: "Changed meanwhile",
      detail: "Somebody else changed this meanwhile; reload it and try again",
    },
    payload_too_large: { title: "Too large", detail: "The request is larger than {limit} bytes" },
    unsupported_media_type: { title: "Unsupported content type", detail: "Send the body as {expected}" },
    range_not_satisfiable: { title: "Range not available", detail: "The log has {size} bytes" },
    host_refused: {
      title: "Unknown host",
      detail: "The panel does not answer under this host name; the operator can set SUNDIAL_PUBLIC_URL",
    },
    validation_failed: { title: "Validation failed", detail: "Fields that need a correction: {count}" },
    too_many_requests: { title: "Too many attempts", detail: "Please try again in {seconds} seconds" },
    internal_error: {
      title: "Internal error",
      detail: "Something went wrong in the panel; its log says more under {reference}",
    },
    took_too_long: {
      title: "Took too long",
      detail: "The panel gave up after {seconds} seconds; ask for a shorter period",
    },
    storage_full: {
      title: "Disk full",
      detail: "The disk is full: nothing was changed; make room and try again",
    },
    starting: { title: "Starting", detail: "The panel is starting, please try again in a moment" },
  },
  reasons: {
    invalid_json: "the body is not valid JSON",
    body_missing: "the body is missing",
    body_cut_off: "the body ended too early",
    body_not_utf8: "the body is not UTF-8",
  },
  kinds: { file: "a file that can be read", folder: "a folder" },
  issues: {
    required: "Required",
    invalid_type: "Must be of type {expected}",
    invalid_value: "Must be one of {options}",
    too_small: "Must be at least {min}",
    too_big: "Must be at most {max}",
    too_short: "Must have at least {min} characters",
    too_long: "Must have at most {max} characters",
    too_many_bytes: "Must have at most {max} bytes",
    too_few: "Needs at least {min} entries",
    too_many: "Takes at most {max} entries",
    invalid: "Not a valid value",
    unknown_field: "Unknown field {name}",
    invalid_character: "Contains a character that is not allowed",
    incorrect_cron: "Incorrect Cron Expression Format",
    cron_never_fires: "Incorrect Cron Expression Format: no such date ever comes",
    unknown_time_zone: "Unknown time zone",
    no_schedule: "Enter at least one schedule",
    contains_task_command: "Before and after commands cannot contain the task command",
    outside_root: "Must lie inside {root}",
    contains_slash: "File names cannot contain slashes",
    bad_path: "Not a usable path: names may not be empty, '.' or '..', nor longer than {max} bytes",
    password_is_admin: "The password may not be 'admin'",
    password_is_product_name: "The password may not be the product's name",
    password_is_common: "This password is too common",
    username_taken: "This user name is taken",
    name_taken: "This name is taken",
    unknown_view: "There is no such view",
    order_incomplete: "The order must name each of them exactly once",
    reserved_name: "Names that begin with {prefix} belong to the panel",
    no_interpreter: "Nothing can run it: the name must end in one of {extensions}",
    interpreter_missing: "{program}, which would run it, is not installed on this machine",
    package_like_option: "The name of a package may not begin with a hyphen or a plus sign",
    package_is_place: "Enter the name of a package: files, folders and addresses are not installed",
    package_has_signs: "A name of a package has no spaces, quotes or signs of a shell",
    package_name_wrong: "Not a name of such a package; right would be: {example}",
    package_listed: "This package is in the list already",
    bad_address: "Enter an address such as http://mirror.example/path, without user name and password",
    same_variable: "There is a variable with this name and this value already",
    joined_too_long: "All values of {name} joined would have {bytes} bytes; at most {max} fit",
    variables_too_long: "All enabled variables together would have {bytes} bytes; at most {max} fit",
    shell_name: "{name} belongs to the shell that starts every task",
    incorrect_subscription_schedule: "Incorrect Subscription Expression Format",
    incorrect_pattern: "Not a regular expression that can be read",
    pattern_not_supported: "Back references, look-around and word borders are not supported here",
    bad_subscription_address: "Enter an address like {examples}",
    protocol_not_allowed:
      "The protocol {protocol} is not allowed; the operator can list it in SUNDIAL_GIT_PROTOCOLS",
    address_has_secret: "Enter user name and password in their own fields, not in the address",
    needs_ssh_address: "An SSH key needs an address like git@example.com:owner/name.git",
    needs_web_address: "User name and password need an address that begins with https:// or http://",
    bad_private_key: "Not a private key; it begins with -----BEGIN",
    private_key_has_passphrase: "The key has a passphrase; enter one without",
    bad_proxy: "Enter a proxy like http://192.0.2.1:8080 or socks5://192.0.2.1:1080",
    bad_branch: "Not a usable name of a branch",
  },
};
