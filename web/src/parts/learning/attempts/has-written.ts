// Whether this person has begun an attempt in this browser: only then may it hold answers.
import { currentScope } from '../../../client.ts'

export const deviceKey = () => `lyceum.device.${currentScope()?.person ?? ''}`
export function hasWritten(): boolean {
  try {
    return localStorage.getItem(deviceKey()) !== null
  } catch {
    return false
  }
}
