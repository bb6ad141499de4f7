import { useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  set,
  useForm,
  type UseFormReturn,
} from "react-hook-form";
import type { Issue } from "../../../server/contract/problem.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { useToast } from "../feedback/use_toast.tsx";
import { useGuards, useLeaveGuard } from "../leave/leave_guard.tsx";

/** What a form sends: its values, and the version of the object that they are based on, if any. */
export interface Submission<V, E = unknown> {
  values: V;
  base: E | null;
  /** Whether the form was sent by its second submit button. */
  isSecond: boolean;
}

/** Thrown by `save` when someone else has changed the object; contains its current version. */
export class StaleError<E> extends Error {
  override readonly name = "StaleError";
  readonly current: E;

  constructor(current: E) {
    super("the object was changed meanwhile");
    this.current = current;
  }
}

/**
 * Messages by field for values that are invalid without asking the server. Fields without a message are
 * valid.
 */
export type FieldMessages = Partial<Record<string, string | false | undefined>>;

interface ServerFormOptions<V extends FieldValues, R, E> {
  values: V;
  /** Saves the values; usually the `mutateAsync` of `useChange`. */
  save: (submission: Submission<V, E>) => Promise<R>;
  onSaved: (result: R) => void;
  check?: (values: V) => FieldMessages;
  /**
   * Returns the field that shows the issue of a path, by default the one of the same name; null if it is
   * shown elsewhere.
   */
  fieldOf?: (path: string) => string | null;
  /** The object to edit; null for a new one. */
  base?: E | null;
  /** Loads the object again after the server has reported a conflict. */
  loadCurrent?: (() => Promise<E>) | undefined;
  /** Reports an error that belongs to no field; defaults to a toast. */
  onError?: (error: unknown) => void;
  /** Whether to ask before unsaved changes are left; defaults to true. */
  guarded?: boolean;
}

export interface ServerForm<V extends FieldValues, E = unknown> {
  /** The form of react-hook-form. */
  methods: UseFormReturn<V>;
  /** Saves the values; `isSecond` is passed to `save`. */
  submit: (isSecond?: boolean) => void;
  /** Saves over the changes of someone else. */
  overwrite: () => void;
  /** Closes the form; asks first when there are unsaved changes. */
  leave: (close: () => void) => void;
  /** The current version of the object, changed by someone else meanwhile. */
  current: E | null;
  isSubmitting: boolean;
  /** The error of the last request. */
  error: unknown;
  /** Issues that belong to no field. */
  otherIssues: readonly Issue[];
  /** Shows the error of a request with these values: issues at their fields, anything else as a toast. */
  reject: (error: unknown) => void;
  /** Runs `send` with the values if they pass the check. Used for requests other than saving. */
  send: (check: (values: V) => FieldMessages, send: (values: V) => void) => void;
}

/**
 * Returns the state of a form whose values the server checks. Issues of the server appear at their fields,
 * unsaved changes are guarded, and typed values stay until the server has accepted them.
 */
export function useServerForm<V extends FieldValues, R, E = unknown>(
  options: ServerFormOptions<V, R, E>,
): ServerForm<V, E> {
  const { values, onSaved, check = () => ({}), base = null, loadCurrent } = options;
  const toast = useToast();
  const form = useForm<V>({
    defaultValues: values as DefaultValues<V>, // complete, not partial
    shouldFocusError: false, // the dialog focuses the first invalid field, also after the server's response
    resolver: (values) => {
      const errors = fieldErrors<V>(check(values));
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
  });
  const { isDirty, isSubmitting } = form.formState;
  const guards = useGuards();
  const hasUnsaved = isDirty && (options.guarded ?? true);
  const release = useLeaveGuard(hasUnsaved);
  const [current, setCurrent] = useState<E | null>(null);
  const { error, otherIssues, showError, forgetError } = useServerError(form, options.fieldOf);
  const reject = (error: unknown) => {
    showError(error);
    const atFields = error instanceof ApiProblem && error.code === "validation_failed";
    if (!atFields) (options.onError ?? toast.problem)(error);
  };
  /** Resolves to the result in an array; to an empty one when the values were rejected. */
  const save = async (submission: Submission<V, E>): Promise<R[]> => {
    forgetError();
    try {
      const result = await options.save(submission);
      release();
      return [result];
    } catch (error) {
      const isStale = error instanceof ApiProblem && error.code === "stale_version";
      if (error instanceof StaleError) setCurrent(error.current);
      else if (isStale && loadCurrent) await loadCurrent().then(setCurrent, toast.problem);
      else reject(error);
      return [];
    }
  };
  // A ref, not state: two key presses may come before the next render.
  const sending = useRef(false);
  const submit = async (base: E | null, isSecond = false) => {
    if (sending.current) return;
    sending.current = true;
    let saved: R[] = [];
    await form.handleSubmit(async (values) => {
      saved = await save({ values, base, isSecond });
    })();
    sending.current = false;
    // Last, because it may reset the form, which would otherwise count as submitted.
    for (const result of saved) onSaved(result);
  };
  return {
    methods: form,
    submit: (isSecond) => void submit(base, isSecond),
    overwrite: () => void submit(current),
    leave: (close) => {
      if (!hasUnsaved) return close();
      guards.askToClose(() => {
        release();
        close();
      });
    },
    current,
    isSubmitting,
    error,
    otherIssues,
    reject,
    send: (check, send) => {
      forgetError();
      const values = form.getValues();
      const messages = Object.entries(check(values)).filter(([, message]) => message);
      for (const [name, message] of messages) {
        form.setError(name as Path<V>, { type: "check", message: String(message) });
      }
      if (messages.length === 0) send(values);
    },
  };
}

/** Has the issue too, because the message of a field names its label. */
interface ServerError {
  type: "server";
  message: string;
  issue: Issue;
}

function fieldErrors<V extends FieldValues>(messages: FieldMessages): FieldErrors<V> {
  const errors: FieldErrors<V> = {};
  for (const [name, message] of Object.entries(messages)) {
    if (message) set(errors, name, { type: "check", message });
  }
  return errors;
}

/** Tracks the last error of the server: issues at their fields, other issues and errors separately. */
function useServerError<V extends FieldValues>(
  form: UseFormReturn<V>,
  fieldOf: (path: string) => string | null = (path) => path,
) {
  const [error, setError] = useState<unknown>(null);
  const issues = error instanceof ApiProblem ? error.issues : [];
  const isField = (name: string) => (name.split(".")[0] ?? "") in form.getValues();
  return {
    error,
    otherIssues: issues.filter(({ path }) => {
      const name = fieldOf(path);
      return name !== null && !isField(name);
    }),
    showError: (error: unknown) => {
      setError(error);
      if (!(error instanceof ApiProblem)) return;
      // In reverse order, so that the first of several issues at a field wins.
      for (const issue of error.issues.toReversed()) {
        const name = fieldOf(issue.path);
        if (name === null || !isField(name)) continue;
        const serverError: ServerError = { type: "server", message: issue.message, issue };
        form.setError(name as Path<V>, serverError);
      }
    },
    forgetError: () => {
      setError(null);
      form.clearErrors();
    },
  };
}
