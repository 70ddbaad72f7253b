// A claim to be present: sent again while no answer comes, since a repetition is answered the same, and shown at once when it is noted.
import { type Answer, CallFailed, call, newKey } from '../../../client.ts'
import { noteServerTime } from '../../../parts/learning/attempts/server-clock.ts'
import { queryClient } from '../../../queries.ts'
import { deviceId } from '../device.ts'
import { type ClassState, stateOf } from '../queries.ts'

export type Code = { number: string } | { qr: string }
type Noted = Answer<'POST /api/roll-calls/:id/claim'>

const mostTries = 4
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The roll call that a QR text names. */
export const callIn = (qr: string): string => qr.split('.')[0] ?? ''

/** Whether an answer may have been lost on its way. */
const isLost = (error: unknown): boolean => error instanceof CallFailed && (error.status === 0 || error.status >= 500)

/** Throws CallFailed: rollCall.wrong with the tries that are left, rollCall.old, closed, numberRetired. */
export async function sendClaim(session: string, rollCall: string, code: Code): Promise<Noted> {
  const key = newKey()
  const change = (mine: Partial<ClassState['mine']>) =>
    queryClient.setQueryData<ClassState>(stateOf(session).queryKey, (state) => state && { ...state, mine: { ...state.mine, ...mine } })
  for (let attempt = 1; ; attempt++) {
    try {
      const noted = await call('POST /api/roll-calls/:id/claim', { params: { id: rollCall }, body: { ...code, device: deviceId() }, key })
      noteServerTime(noted.now)
      change({ attendance: { state: noted.state, at: noted.at } })
      return noted
    } catch (error) {
      if (isLost(error) && attempt < mostTries) {
        await pause(500 * attempt)
        continue
      }
      if (error instanceof CallFailed && typeof error.problem.params.left === 'number') change({ left: error.problem.params.left })
      throw error
    }
  }
}
