// The library of the two editions, behind one function: data model, error codes and words. Its requests, its frames and its storage stay unused;
// what is set leaves by the port.
import { entryOf, lengthOf, names } from './editions.ts'
import type { ToFrame } from './messages.ts'

type Begin = Extract<ToFrame, { what: 'begin' }>
/** Functions of the data model; answers are the edition's own. */
export type Library = {
  initialize: () => string
  finish: () => string
  get: (element: string) => string
  set: (element: string, value: string) => string
  commit: () => string
  lastError: () => string
  errorString: (code: string) => string
  diagnostic: (code: string) => string
  /** The navigation that is asked for at the end, of 2004. */
  request: () => string
}

const settings = {
  autocommit: false,
  lmsCommitUrl: false,
  logLevel: 5,
  autoProgress: false,
  selfReportSessionTime: true,
  alwaysSendTotalTime: false,
  mastery_override: false,
  enableOfflineSupport: false,
  // the page alone has a connection
  httpService: { processHttpRequest: () => ({ result: 'true', errorCode: 0 }), updateSettings: () => {} },
} as const

type Loaded = {
  lmsInitialize: () => string
  lmsFinish: () => string
  lmsGetValue: (element: string) => unknown
  lmsSetValue: (element: string, value: string) => string
  lmsCommit: () => string
  lmsGetLastError: () => unknown
  lmsGetErrorString: (code: string) => unknown
  lmsGetDiagnostic: (code: string) => unknown
  loadFromFlattenedJSON: (values: Record<string, string>, element?: string) => void
  cmi: Record<string, unknown>
  adl?: { nav: { request: string; request_valid: Record<string, unknown> } }
}

/** The data model of one session of a sco, with its state and what the page gives. */
export async function loadLibrary(begin: Begin): Promise<Library> {
  const api = await load(begin)
  const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))
  return {
    initialize: () => api.lmsInitialize(),
    finish: () => api.lmsFinish(),
    get: (element) => text(api.lmsGetValue(element)),
    set: (element, value) => api.lmsSetValue(element, value),
    commit: () => api.lmsCommit(),
    lastError: () => text(api.lmsGetLastError()),
    errorString: (code) => text(api.lmsGetErrorString(code)),
    diagnostic: (code) => text(api.lmsGetDiagnostic(code)),
    request: () => text(api.adl?.nav.request),
  }
}

async function load(begin: Begin): Promise<Loaded> {
  if (begin.kind === 'scorm12') {
    const api = made(await import('scorm-again/scorm12'), 'Scorm12API')
    restore(api, begin)
    const core = api.cmi.core as Record<string, unknown>
    put(core, {
      student_id: begin.learner.alias,
      student_name: begin.learner.name,
      credit: begin.trial ? 'no-credit' : 'credit',
      lesson_mode: begin.trial ? 'browse' : 'normal',
      entry: entryOf(begin.kind, begin.state?.data),
      total_time: lengthOf(begin.kind, begin.state?.time ?? 0),
    })
    put(api.cmi.student_data as Record<string, unknown>, {
      mastery_score: begin.rules.mastery,
      max_time_allowed: begin.rules.max_time,
      time_limit_action: begin.rules.time_limit_action,
    })
    put(api.cmi, { launch_data: begin.rules.data_from_lms })
    return api
  }
  const api = made(await import('scorm-again/scorm2004'), 'Scorm2004API')
  restore(api, begin)
  put(api.cmi, {
    learner_id: begin.learner.alias,
    learner_name: begin.learner.name,
    credit: begin.trial ? 'no-credit' : 'credit',
    mode: begin.trial ? 'browse' : 'normal',
    entry: entryOf(begin.kind, begin.state?.data),
    total_time: lengthOf(begin.kind, begin.state?.time ?? 0),
    launch_data: begin.rules.data_from_lms,
    scaled_passing_score: begin.rules.mastery,
    max_time_allowed: begin.rules.max_time,
    time_limit_action: begin.rules.time_limit_action,
    completion_threshold: begin.rules.threshold,
  })
  if (api.adl) put(api.adl.nav.request_valid, { continue: String(begin.next), previous: String(begin.previous) })
  return api
}

/** The module exports its class by name, unlike what its types say. */
function made(module: object, name: string): Loaded {
  const Api = (module as Record<string, new (given: object) => Loaded>)[name]
  if (!Api) throw new Error(`scorm-again has no ${name}`)
  return new Api(settings)
}

/** A value that the edition does not take is left out: the manifest of a package may say anything. */
function put(part: Record<string, unknown>, given: Record<string, string | null>) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === '') continue
    try {
      part[name] = value
    } catch {
      // as if the manifest did not say it
    }
  }
}

function restore(api: Loaded, { kind, state }: Begin) {
  const kept = Object.entries(state?.data ?? {}).filter(([element]) => !names[kind].ofSession.includes(element))
  if (kept.length === 0) return
  try {
    api.loadFromFlattenedJSON(Object.fromEntries(kept))
  } catch {
    // one value is at fault: the others are still his work
    for (const [element, value] of kept)
      try {
        api.loadFromFlattenedJSON({ [element]: value })
      } catch {
        // as if it had never been set
      }
  }
}
