// The place of a live lecture: a link, or a provider by which it is made.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { run } from '@lyceum/kit/database/database'
import { sealSecret } from '@lyceum/kit/text/kept-secrets'
import type { Deps } from '../../deps.ts'
import { definitionOf } from '../../types/activity-types.ts'
import { providersOn } from '../accounts/accounts.ts'
import { emitLive, type MeetingRow, meetingRow, ownerOf } from '../meeting-row.ts'
import { providers } from '../providers/providers.ts'
import { arrangeSoon } from '../watching/arranging.ts'
import type { Meeting, MeetingChange } from './api.ts'
import { readMeeting } from './meetings.ts'

/**
 * 400 at an address that is not taken, or a provider that is not of this type; 409 meeting.newer for a newer row, meeting.noKeys where the installation
 * keeps no secrets, meeting.providerOff where the organisation has no account there.
 */
export async function changeMeeting(deps: Deps, actor: Actor, scope: CourseScope, id: string, change: MeetingChange): Promise<Meeting> {
  const { db, config, now } = deps
  const row = await meetingRow(db, id, { lock: true })
  if (change.version < Number(row.version)) throw conflict('meeting.newer', { version: Number(row.version) })
  const { provider, address } = change
  const options = { ...row.options, ...change.options }
  const sql = db
  if (provider === 'link') {
    if (address === undefined && row.provider === 'link') return await readMeeting(deps, actor, scope, id)
    if (address && config.secretKeys.length === 0) throw conflict('meeting.noKeys')
    const sealed = address === undefined || address === null ? null : sealSecret(config.secretKeys, ownerOf(id), addressOf(row, address))
    await run(sql, `update meetings set address = $2, provider = 'link', fault = null where activity_id = $1`, id, sealed)
  } else {
    if (provider !== definitionOf(row.type)?.meeting?.provider) throw invalid({ provider: 'field.choice' })
    if (!(await providersOn(db, row.org_id)).includes(provider)) throw conflict('meeting.providerOff')
    // the address of a link goes; of what the provider has made it stays
    await run(
      sql,
      `update meetings set address = case when provider = $2 then address end, provider = $2, options = $3, fault = null where activity_id = $1`,
      id,
      provider,
      JSON.stringify(options),
    )
  }
  if (provider !== 'link' || row.provider !== 'link') await arrangeSoon(db, id, now())
  await emitLive(db, id, now())
  return await readMeeting(deps, actor, scope, id)
}

function addressOf({ type }: MeetingRow, address: string): string {
  const { hosts, refusal = 'meeting.address' } = definitionOf(type)?.meeting ?? {}
  const found = providers.link.address?.(address, hosts) ?? { fault: 'meeting.address' as const }
  if ('url' in found) return found.url
  const code = found.fault === 'meeting.otherHost' ? refusal : found.fault
  throw invalid({ address: hosts && code === refusal ? [code, { hosts: hosts.join(', ') }] : code })
}
