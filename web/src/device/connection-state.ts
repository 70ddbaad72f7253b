// The tab's connection state: whether calls are answered, the number of uploads under way, and the forms with text that is not sent.
// shell/connection.tsx shows it.
import { useSyncExternalStore } from 'react'

/** `address`: where its form is. The `send` of a closed form is its call, if that is known: false means that the form has to say what is wrong.
 *  One that saves a draft by itself is not left over. */
export type UnsentForm = {
  form: string
  thing: string
  address: string
  title?: string | undefined
  send?: (() => unknown) | undefined
  byItself?: boolean | undefined
}

const listeners = new Set<() => void>()
let lost = false
let uploads = 0
let open: readonly UnsentForm[] = []
/** Forms whose text could not be sent for a while; they stay listed until it is sent or discarded. */
let late: readonly UnsentForm[] = []

type Named = Pick<UnsentForm, 'form' | 'thing'>
const isSame = (a: Named, b: Named) => a.form === b.form && a.thing === b.thing
const read = () => ({ offline: lost || navigator.onLine === false, lost, uploads, forms: open, late })
let state = read()
const update = () => {
  state = read()
  const missed = open.filter((form) => !form.byItself && !late.some((known) => isSame(form, known)))
  if (state.offline && missed.length > 0) {
    late = [...late, ...missed]
    state = read()
  }
  for (const notify of listeners) notify()
}
globalThis.addEventListener?.('online', update)
globalThis.addEventListener?.('offline', update)

/** The connection and what waits for it; the same object until one of them changes. */
export const connectionState = () => state
export function watchConnection(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useConnection = () => useSyncExternalStore(watchConnection, connectionState)

export function setUploading(count: number) {
  if (uploads === count) return
  uploads = count
  update()
}

/** Lists an open form with unsent text. */
export function addUnsent(form: UnsentForm) {
  open = [...open.filter((known) => !isSame(known, form)), form]
  late = late.map((known) => (isSame(known, form) ? form : known))
  update()
}
/** The form is closed, or has nothing unsent. `kept`: its text stays on this device; `send`: how it is sent without the form. */
export function removeUnsent(form: UnsentForm, kept: boolean, send?: UnsentForm['send']) {
  open = open.filter((known) => known !== form)
  late = late.flatMap((known) => (known !== form ? [known] : kept ? [{ ...form, send }] : []))
  update()
}
/** The text of a closed form is sent. */
export function dropLate(form: Named) {
  late = late.filter((known) => !isSame(known, form))
  update()
}

/** The person is another, or gone: nobody is told of texts that were left over. */
export function dropUnsent() {
  late = []
  update()
}

/** Notes that a call got no answer at all, or that calls are answered again. */
export function setOffline(next: boolean) {
  if (lost === next) return
  lost = next
  update()
}
