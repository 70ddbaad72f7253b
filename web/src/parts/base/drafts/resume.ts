// Forms that were open with unsent input when the session ended; they open again after signing in.
import { currentScope } from '../../../client.ts'
import { addUnsent, removeUnsent, type UnsentForm } from '../../../device/connection-state.ts'

const openForms = new Map<string, { form: string; thing: string }>()
const resumeStorageKey = 'lyceum.resume'
type ResumeList = { person: string; forms: { form: string; thing: string }[] }
const storeResume = (list: ResumeList) => sessionStorage.setItem(resumeStorageKey, JSON.stringify(list))

/** `write` sends what was in the form once it is closed; undefined where only the form can send it. */
export type UnsentAs = Pick<UnsentForm, 'title' | 'send' | 'byItself'> & { write?: () => Promise<unknown> | undefined }

/** Registers a form with unsent input; returns a function that unregisters it. `isKept`: whether it leaves a draft when it closes; `closed`: how
 *  that is sent then. */
export function registerOpenForm(
  { form, thing }: { form: string; thing: string },
  as: () => UnsentAs,
  isKept: () => boolean,
  closed?: () => UnsentForm['send'],
): () => void {
  const { pathname, search, hash } = window.location
  const unsent: UnsentForm = {
    form,
    thing,
    address: pathname + search + hash,
    get title() {
      return as().title
    },
    ...(as().send && { send: () => as().send?.() }),
    byItself: as().byItself,
  }
  openForms.set(`${form}|${thing}`, { form, thing })
  addUnsent(unsent)
  return () => {
    openForms.delete(`${form}|${thing}`)
    // after the session its draft is still there, but nobody to be told of it
    removeUnsent(unsent, isKept() && currentScope() !== undefined, closed?.())
  }
}

/** Lets the page at the form's address open it again with its draft. */
export function resumeForm({ form, thing }: { form: string; thing: string }) {
  const scope = currentScope()
  if (scope) storeResume({ person: scope.person, forms: [{ form, thing }] })
}

/** Stores the person and their open forms for this tab. */
export function rememberForms() {
  const scope = currentScope()
  if (scope && openForms.size) storeResume({ person: scope.person, forms: [...openForms.values()] })
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
  if (stored && forms.length) storeResume({ ...stored, forms })
  else sessionStorage.removeItem(resumeStorageKey)
}
