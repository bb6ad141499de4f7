import { archiveProblems } from "./archive_problems_en.ts";
import { accountErrors } from "./account_errors_en.ts";
import { calendarIssues } from "./calendar_issues_en.ts";
import { parameterIssues } from "./parameter_issues_en.ts";
import { flowIssues } from "./flow_issues_en.ts";
import { flowErrors } from "./flow_errors_en.ts";
import { configurationIssues } from "./configuration_issues_en.ts";
import type { ContractMessages } from "./contract_messages.ts";

export const en: ContractMessages = {
  errors: {
    malformed_request: {
      title: "Malformed request",
      detail: "The request could not be read: {reason}",
    },
    not_authenticated: { title: "Not logged in", detail: "Please log in first" },
    session_expired: { title: "Session expired", detail: "Login session has expired, please log in again" },
    wrong_credentials: { title: "Login failed", detail: "The username or password is wrong" },
    second_factor_required: {
      title: "Verification code required",
      detail: "Please enter the 6-digit verification code",
    },
    wrong_code: { title: "Validation failed", detail: "The code is wrong or has already been used" },
    wrong_passkey: {
      title: "Login failed",
      detail:
        "This passkey cannot be used to log in. It may have been removed, or created for another address.",
    },
    scope_missing: { title: "Permission missing", detail: "This requires the permission {scope}" },
    cross_site_request: {
      title: "Request from another site",
      detail: "Changes are accepted only from the panel's own pages",
    },
    initialization_code_wrong: {
      title: "Wrong setup code",
      detail: "The setup code is wrong. It is printed on the panel's console at startup.",
    },
    step_up_required: {
      title: "Confirm your identity",
      detail: "This action requires your password or a verification code again",
    },
    application_suspended: {
      title: "Application suspended",
      detail:
        "This application was suspended by a restore or by reset-password. Enable it in the settings, or reset its secret.",
    },
    person_required: {
      title: "Not available to applications",
      detail: "Only a logged-in user can do this; applications cannot, whatever their permissions",
    },
    outside_root: {
      title: "Outside the folder",
      detail: "{path} points outside the folder and is not opened",
    },
    not_found: { title: "Not Found", detail: "There is nothing at this address" },
    method_not_allowed: { title: "Method not allowed", detail: "This address does not support {method}" },
    ...accountErrors,
    task_not_running: { title: "Task not running", detail: "The task is neither running nor in the queue" },
    task_already_active: {
      title: "Task already running or waiting",
      detail: "The task is running or in the queue, and its overlap setting does not allow another run",
    },
    subscription_not_running: {
      title: "Subscription not running",
      detail: "The subscription is neither being pulled nor in the queue",
    },
    subscription_already_active: {
      title: "Subscription already being pulled",
      detail: "The subscription is being pulled or in the queue",
    },
    nothing_waiting: {
      title: "Nothing to approve",
      detail: "This subscription has no changes to approve",
    },
    window_not_open: { title: "Window not open", detail: "The maintenance window is not open now" },
    ...flowErrors,
    run_not_active: { title: "Run not active", detail: "The run has already ended" },
    run_not_waiting: { title: "Run does not wait for approval", detail: "It is decided, lapsed or removed" },
    node_reachable: {
      title: "Node still reachable",
      detail: "Stop {name} first. A node can be removed once it has been silent for 30 seconds.",
    },
    nodes_running: {
      title: "Other nodes are running",
      detail: "Stop {names} first: a restore replaces the database that all nodes share",
    },
    single_machine: {
      title: "Only one node",
      detail: "This panel is the only node. Nodes can be drained and removed once others share its database.",
    },
    dependency_busy: {
      title: "Dependency busy",
      detail: "The dependency is being installed or deleted, or is in the queue. Cancel that first.",
    },
    dependency_not_busy: {
      title: "Nothing to cancel",
      detail: "The dependency is not being installed or deleted, and is not in the queue",
    },
    already_exists: { title: "Name already taken", detail: "{path} already exists" },
    wrong_kind: { title: "Not supported for this item", detail: "{path} is not {expected}" },
    log_in_use: {
      title: "Log in use",
      detail: "A run is still writing to {path}. Delete it once the run has ended.",
    },
    panel_busy: {
      title: "Panel busy",
      detail: "The panel is creating a backup, restoring, updating or restarting. Try again when it is done.",
    },
    backup_not_ready: {
      title: "Backup not ready",
      detail: "This backup is still being created, or it failed",
    },
    backup_interrupted: {
      title: "Backup interrupted",
      detail: "The panel stopped while creating this backup",
    },
    backup_passphrase_needed: {
      title: "Passphrase required",
      detail: "The backup is encrypted. Enter the passphrase it was created with.",
    },
    backup_passphrase_wrong: {
      title: "Wrong passphrase",
      detail: "This passphrase does not open the backup",
    },
    import_interrupted: {
      title: "Import interrupted",
      detail: "The panel stopped during the import. Apply it again: nothing is created twice.",
    },
    import_running: {
      title: "Import in progress",
      detail: "Wait until the import is complete",
    },
    import_refused: {
      title: "This file cannot be imported, nothing was changed",
      detail: "{fault}",
    },
    archive_refused: {
      title: "Backup rejected, nothing was changed",
      detail: "{fault}",
    },
    unpack_refused: {
      title: "Archive not unpacked",
      detail: "{fault}",
    },
    restore_failed: {
      title: "Restore failed, nothing was changed",
      detail: "The unpacked files could not be moved into place: {reason}",
    },
    restart_impossible: {
      title: "Restart not possible",
      detail: "The panel cannot restart itself here. Restart it the way you started it.",
    },
    update_impossible: { title: "Update not possible here", detail: "{reason}" },
    update_failed: {
      title: "Update failed, please check network and logs or try again later",
      detail: "{reason}",
    },
    secret_key_wrong: {
      title: "Secret cannot be decrypted",
      detail:
        "The secret cannot be decrypted or stored: the file {file} in the data folder is missing or was replaced",
    },
    no_channel: {
      title: "No channel available",
      detail: "No default channel is turned on. Specify a channel, or add one in the settings.",
    },
    // Without the base path itself: where it is hard to guess, only its owner should know it.
    outside_base_path: {
      title: "Not Found",
      detail:
        "Every URL of this panel starts with its base path. A reverse proxy must forward the path unchanged.",
    },
    calendar_in_use: { title: "Calendar in use", detail: "Choose another calendar for {tasks} first" },
    schedule_not_daily: {
      title: "No single time of day",
      detail: "Only tasks with one cron rule and one time of day can be moved",
    },
    spread_past_midnight: {
      title: "After midnight",
      detail: "The time would be on the next day. Start earlier or choose a shorter interval.",
    },
    change_not_restorable: {
      title: "Cannot be undone",
      detail:
        "Only changes to fields can be undone, not the creation of a task or its restoration from the trash",
    },
    delivery_not_over: {
      title: "Cannot be sent again",
      detail: "Only failed or dropped messages of existing channels can be sent again",
    },
    precondition_required: {
      title: "Version required",
      detail: "Send the version you last read as If-Match, so that no changes are overwritten",
    },
    stale_version: {
      title: "Already changed",
      detail: "Someone else changed this. Reload it and try again.",
    },
    request_timeout: {
      title: "Request timed out",
      detail: "The request body arrived too slowly. Check the connection and try again.",
    },
    payload_too_large: { title: "Request too large", detail: "The request is larger than {limit} bytes" },
    unsupported_media_type: { title: "Unsupported content type", detail: "Send the body as {expected}" },
    range_not_satisfiable: { title: "Range not available", detail: "The log has {size} bytes" },
    host_refused: {
      title: "Unknown host",
      detail: "The panel is not available under this host name. The operator can set SUNDIAL_PUBLIC_URL.",
    },
    validation_failed: { title: "Validation failed", detail: "Fields to correct: {count}" },
    too_many_requests: { title: "Too many attempts", detail: "Please try again in {seconds} seconds" },
    internal_error: {
      title: "Internal error",
      detail: "Something went wrong in the panel. See {reference} in its log.",
    },
    took_too_long: {
      title: "Request took too long",
      detail: "The panel stopped after {seconds} seconds. Request a shorter period.",
    },
    storage_full: {
      title: "Disk full",
      detail: "The disk is full, so nothing was changed. Free up space and try again.",
    },
    storage_failing: {
      title: "Disk not writable",
      detail:
        "The disk of the data folder is read-only or reports errors, so nothing was changed. Check the disk and restart the panel.",
    },
    database_locked: {
      title: "Database busy",
      detail: "The database was in use for too long, so nothing was changed. Try again in {seconds} seconds.",
    },
    database_lost: {
      title: "Database missing",
      detail:
        "The database file was deleted or replaced while the panel was running. Changes would be lost, so nothing was changed. Put the file back, or restart the panel.",
    },
    server_busy: {
      title: "Server busy",
      detail: "Too many uploads and large requests at the same time. Try again in {seconds} seconds.",
    },
    starting: { title: "Starting", detail: "The panel is starting. Please try again in a moment." },
  },
  reasons: {
    invalid_json: "the body is not valid JSON",
    body_missing: "the body is missing",
    body_cut_off: "the body ended too early",
    body_not_utf8: "the body is not UTF-8",
    tiny_chunks: "the body is split into too many tiny chunks",
    container: "The panel runs in a container. Pull the new image and recreate the container instead.",
    sources: "The panel runs from source. Update the source code and restart it instead.",
    no_key: "This executable was built without the key that verifies releases",
    no_address: "No release manifest URL is set",
    unreachable: "The release server cannot be reached",
    address_refused: "The address is on a network that the operator has not listed in SUNDIAL_ALLOW_NETWORKS",
    certificate_refused: "The server's certificate is not trusted",
    bad_answer: "The server returned an unexpected response",
    manifest_unreadable: "The release manifest URL does not return a valid manifest",
    signature_wrong: "The release is not signed with a key this panel trusts",
    manifest_expired: "The release manifest has expired",
    manifest_replayed: "The release manifest is older than one seen before",
    older_version: "The release is not newer than the current version",
    other_version: "A different version than the one displayed is now offered. Check again.",
    no_asset: "The release has no build for this machine",
    download_cut: "The download was interrupted repeatedly",
    download_wrong: "The downloaded file does not match the signed file",
    no_room: "Not enough disk space",
    not_writable: "The panel has no permission to write to the folder of its executable",
    does_not_start: "The new version does not start on this machine",
    trial_failed: "The new version does not work with a copy of the database",
    interrupted: "The update was interrupted before anything was replaced",
    start_failed: "The new version did not start. The previous version and its database were restored.",
    unexpected: "An unexpected error occurred. See the system log.",
  },
  kinds: { file: "a readable file", folder: "a folder" },
  issues: {
    required: "Required",
    invalid_type: "Must be of type {expected}",
    invalid_value: "Must be one of {options}",
    too_small: "Must be at least {min}",
    too_big: "Must be at most {max}",
    too_short: "Must have at least {min} characters",
    too_long: "Must have at most {max} characters",
    too_many_bytes: "Must have at most {max} bytes",
    too_few: "Must have at least {min} entries",
    too_many: "Must have at most {max} entries",
    invalid: "Not a valid value",
    unknown_field: "Unknown field {name}",
    person_required: "Only a logged-in user can read or change this",
    bad_pool_name: "The name of a pool has only letters, digits, dots, dashes and underscores",
    bad_variable_name: "Only letters, digits and underscores; may not start with a digit",
    invalid_character: "Contains a character that is not allowed",
    incorrect_cron: "Incorrect Cron Expression Format",
    cron_never_fires: "Incorrect Cron Expression Format: this date never occurs",
    unknown_time_zone: "Unknown time zone",
    no_schedule: "Enter at least one schedule",
    contains_task_command: "Before and after commands cannot contain the task command",
    outside_root: "Must be inside {root}",
    contains_slash: "File names cannot contain slashes",
    bad_path: "Not a valid path: names may not be empty, '.' or '..', or longer than {max} bytes",
    password_is_admin: "The password may not be 'admin'",
    password_is_product_name: "The password may not be the product name",
    password_is_common: "This password is too common",
    wrong_password: "The password is wrong",
    wrong_code: "The code is wrong or has already been used",
    wrong_passkey: "The passkey could not be verified; try again",
    not_a_picture: "This picture cannot be read. Upload a PNG or JPEG file.",
    picture_too_large: "The picture has too many pixels: at most {max} million",
    username_taken: "This username is already taken",
    invited_name: "The invitation is for the username {name}",
    scope_of_role: "Your role does not include the permission {scope}",
    label_of_role: "A task needs one of the labels of your role: {labels}",
    administrator_of_labels: "An administrator has access to the whole panel",
    name_taken: "This name is already taken",
    id_taken: "This ID is already in use",
    unknown_view: "This view does not exist",
    order_incomplete: "The order must list every item exactly once",
    reserved_name: "Names that start with {prefix} are reserved",
    no_interpreter: "This file cannot be run: its name must end in one of {extensions}",
    interpreter_missing: "{program} is required to run this file, but is not installed on this machine",
    package_like_option: "A name may not start with a hyphen or a plus sign",
    package_is_place: "Enter a package name. Files, folders and URLs are not supported.",
    package_has_signs: "A name cannot contain spaces, quotes or shell characters",
    package_name_wrong: "Not a valid package name. Example: {example}",
    unknown_subscription: "This subscription does not exist, or the package is not a Python package",
    package_replaced: "This is another package. Add it instead; here, only the version can be changed.",
    package_listed: "This dependency is already in the list",
    bad_issuer:
      "Enter the address of the provider, beginning with https, without query; http only on this machine",
    bad_address: "Enter a URL such as http://mirror.example/path, without username and password",
    same_variable: "A variable with this name and value already exists",
    variables_too_long: "All enabled variables together would have {bytes} bytes; the maximum is {max}",
    shell_name: "{name} is reserved by the shell that starts tasks",
    incorrect_subscription_schedule: "Incorrect Subscription Expression Format",
    incorrect_pattern: "Not a valid regular expression",
    pattern_not_supported: "Backreferences, lookaround and word boundaries are not supported",
    bad_subscription_address: "Enter a link such as {examples}",
    protocol_not_allowed:
      "The protocol {protocol} is not allowed. The operator can allow it with SUNDIAL_GIT_PROTOCOLS.",
    address_has_secret: "Enter username and password in their own fields, not in the link",
    needs_ssh_address: "An SSH key requires a link such as git@example.com:owner/name.git",
    needs_web_address: "Username and password require a link that starts with https:// or http://",
    bad_private_key: "Not a private key: its first line must start with -----BEGIN",
    private_key_has_passphrase: "The key has a passphrase. Enter it as well.",
    wrong_passphrase: "This passphrase does not unlock the key",
    no_ssh:
      "ssh-keygen is required to read the key, but is not installed on this machine. Install the SSH client.",
    bad_proxy: "Enter a proxy such as http://192.0.2.1:8080 or socks5://192.0.2.1:1080",
    proxy_password_hidden: "Enter the password again: *** only stands for the stored password",
    bad_branch: "Not a valid branch name",
    reserved_keyword: "The name cannot be a reserved keyword",
    no_permissions: "Please select module permissions",
    too_many_channels: "An account can have at most {max} channels",
    unknown_channel_type: "This channel type does not exist",
    unknown_channel: "This channel does not exist or is turned off",
    unknown_rule: "This rule does not exist",
    channel_refuses: "{reason}",
    password_again: "Enter the password again: stored passwords are not sent to a different server",
    secret_again: "Enter this again: {field} changed, and stored secrets are not sent to a new destination",
    not_web_address: "Enter a URL that starts with https:// or http://",
    unknown_placeholder: "There is no field {name}. Available fields: {fields}",
    quiet_all_day: "Quiet hours must have different start and end times",
    ...calendarIssues,
    ...parameterIssues,
    ...flowIssues,
    ...configurationIssues,
  },
  archiveProblems,
  unpackProblems: {
    not_an_archive: "The file is not a .zip, .tar or .tar.gz archive",
    encrypted: "The archive is encrypted: {name}",
    truncated: "The archive is incomplete: its end is missing",
    damaged: "The archive is damaged or uses an unsupported compression method",
    unsafe_name: "The archive contains a path outside its folder: {name}",
    too_large: "The unpacked files would exceed the maximum size of {max}",
    too_many: "The archive contains more than {max} files",
  },
};
