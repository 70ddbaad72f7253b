// The place where the last code of the management went, as the server knows it once its job has run.
import type { Answer } from '../../client.ts'

type Validation = Pick<Answer<'GET /api/auth_code/auth_validate'>, 'messenger' | 'sent'>

/** `there`: in the messenger, `instead`: elsewhere since that could not be reached; `onItsWay`: not sent yet, and to no known place unless the messenger knows me. */
export type CodePlace = { is: 'onItsWay' | 'there'; messenger: Validation['messenger'] } | { is: 'sent' | 'instead'; to: string }

/** A messenger that does not answer while the page is read may have answered the job, and the other way round: so `sent` decides. */
export function codePlace(data: Validation | undefined, { phone, email }: { phone: string; email: string }): CodePlace {
  const { messenger = null, sent = null } = data ?? {}
  if (!sent) return { is: 'onItsWay', messenger }
  if (sent.by === 'workplace') return { is: 'there', messenger }
  return { is: sent.instead ? 'instead' : 'sent', to: sent.by === 'email' ? email : phone }
}
