// Forms that stand open with something unsent when the session ends are opened again after signing in.
import { currentScope } from '../../client.ts'
import { setWaiting } from '../../waiting.ts'

const openForms = new Map<string, { form: string; thing: string }>()
const resumeKept = 'lyceum.resume'
type Resume = { person: string; forms: { form: string; thing: string }[] }

/** Told by a form with something unsent in it; the answer takes that back. */
export function formOpen(form: string, thing: string): () => void {
  openForms.set(`${form}|${thing}`, { form, thing })
  setWaiting('forms', openForms.size)
  return () => {
    openForms.delete(`${form}|${thing}`)
    setWaiting('forms', openForms.size)
  }
}

/** Notes who had which forms open. */
export function rememberForms() {
  const scope = currentScope()
  if (scope && openForms.size)
    sessionStorage.setItem(resumeKept, JSON.stringify({ person: scope.person, forms: [...openForms.values()] } satisfies Resume))
}

const readResume = (): Resume | undefined => {
  try {
    return JSON.parse(sessionStorage.getItem(resumeKept) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** The thing whose form was open in this tab when this person's session ended: whoever opens that form opens it again.
 *  `useState(() => resumed('course') !== undefined)`. Things that fit are chosen by `fits`. */
export function resumed(form: string, fits: (thing: string) => boolean = () => true): string | undefined {
  const kept = readResume()
  return kept?.person === currentScope()?.person ? kept?.forms.find((one) => one.form === form && fits(one.thing))?.thing : undefined
}

/** The form is open again. */
export function resumedNow(form: string, thing: string) {
  const kept = readResume()
  const forms = kept?.forms.filter((one) => one.form !== form || one.thing !== thing) ?? []
  if (kept && forms.length) sessionStorage.setItem(resumeKept, JSON.stringify({ ...kept, forms }))
  else sessionStorage.removeItem(resumeKept)
}
