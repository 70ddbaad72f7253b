// Forms that were open with unsent input when the session ended; they open again after signing in.
import { currentScope } from '../../client.ts'
import { setUnsent } from '../../connection-state.ts'

const openForms = new Map<string, { form: string; thing: string }>()
const resumeStorageKey = 'lyceum.resume'
type ResumeList = { person: string; forms: { form: string; thing: string }[] }

/** Registers a form with unsent input; returns a function that unregisters it. */
export function registerOpenForm(form: string, thing: string): () => void {
  openForms.set(`${form}|${thing}`, { form, thing })
  setUnsent('forms', openForms.size)
  return () => {
    openForms.delete(`${form}|${thing}`)
    setUnsent('forms', openForms.size)
  }
}

/** Stores the person and their open forms for this tab. */
export function rememberForms() {
  const scope = currentScope()
  if (scope && openForms.size)
    sessionStorage.setItem(resumeStorageKey, JSON.stringify({ person: scope.person, forms: [...openForms.values()] } satisfies ResumeList))
}

const readResume = (): ResumeList | undefined => {
  try {
    return JSON.parse(sessionStorage.getItem(resumeStorageKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** The id of the object whose form was open in this tab when this person's session ended, among those that `fits` accepts; undefined if none.
 *  The form's page opens it again: `useState(() => formToResume('course') !== undefined)`. */
export function formToResume(form: string, fits: (thing: string) => boolean = () => true): string | undefined {
  const stored = readResume()
  return stored?.person === currentScope()?.person
    ? stored?.forms.find((entry) => entry.form === form && fits(entry.thing))?.thing
    : undefined
}

/** Removes a form from the list: it is open again. */
export function clearResumed(form: string, thing: string) {
  const stored = readResume()
  const forms = stored?.forms.filter((entry) => entry.form !== form || entry.thing !== thing) ?? []
  if (stored && forms.length) sessionStorage.setItem(resumeStorageKey, JSON.stringify({ ...stored, forms }))
  else sessionStorage.removeItem(resumeStorageKey)
}
