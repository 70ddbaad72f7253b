// Reading of a package for the page that shows it: its items, or the reason for which it cannot be used yet or at all.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict } from '@lyceum/kit/calls/errors'
import type { Static } from 'typebox'
import type { Deps } from '../deps.ts'
import { requireGrant } from '../grants/granted.ts'
import { requireReadable } from '../uploads/rights.ts'
import type { Package } from './api.ts'
import { readPackageRow } from '../packages/package-row.ts'

const nothing = { params: {}, kind: null, title: '', items: [], organization: null }

/** 409 upload.notPackage for another file. */
export async function readPackage(deps: Deps, actor: Actor, id: string, grantText: string | undefined): Promise<Static<typeof Package>> {
  const grant = requireGrant(actor, grantText)
  const row =
    grant === undefined
      ? await requireReadable(deps.db, actor, id)
      : (await deps.openGrant(grant, { person: actor.person, upload: id })).row
  if (row.type !== 'scorm') throw conflict('upload.notPackage')
  if (row.status === 'failed') return { ...nothing, status_code: 'failed', message: row.reason }
  if (!row.etag) return { ...nothing, status_code: 'opening', message: row.reason }
  const opened = await readPackageRow(deps.db, row.id)
  if (!opened) return { ...nothing, status_code: 'opening', message: 'package.opening' }
  const { reason, params, kind, title, items, organization } = opened
  if (opened.state === 'failed') return { ...nothing, status_code: 'failed', message: reason, params }
  return { status_code: 'ready', message: null, params: {}, kind, title, items, organization }
}
