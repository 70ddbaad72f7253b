// The random id that this browser keeps for classes: a claim is bound to it, so that one phone for two people is noticed.
import { newKey } from '../../client.ts'

const storageKey = 'lyceum.class-device'
const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
/** A uuid; crypto.randomUUID is missing on plain http in a local network. */
const newDevice = () => {
  const key = newKey()
  if (isId(key)) return key
  return `${key.slice(0, 8)}-${key.slice(8, 12)}-4${key.slice(13, 16)}-a${key.slice(17, 20)}-${key.slice(20, 32)}`
}
let device: string | undefined

/** The same at every visit; where nothing can be stored, until the page is closed. */
export function deviceId(): string {
  if (device) return device
  try {
    const stored = localStorage.getItem(storageKey) ?? ''
    device = isId(stored) ? stored : newDevice()
    localStorage.setItem(storageKey, device)
  } catch {
    device ??= newDevice()
  }
  return device
}
