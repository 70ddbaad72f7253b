// Fields and uses of a file by a grant, for guests and whoever has no right of their own.
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound, unauthorised } from '@lyceum/kit/calls/errors'
import type { Grant } from '../../mirror/grant.ts'
import type { Deps } from '../deps.ts'
import { usesByGrant } from '../rows/references.ts'
import { findRow, type Row, toUpload } from '../rows/rows.ts'
import type { Upload } from '../rows/shapes.ts'

/** 401 for a guest without a grant, who has no right of their own; undefined for a person without one. */
export function requireGrant(actor: Actor, grant: string | undefined): string | undefined {
  if (grant === undefined && actor.kind === 'visitor') throw unauthorised()
  return grant
}

/** 403 grant.ended for an invalid or ended grant, or one of another person or file; 404 for a file under an alias, of which its view alone is shown. */
export async function openGranted({ db, openGrant }: Deps, actor: Actor, id: string, text: string): Promise<{ row: Row; grant: Grant }> {
  const { grant } = await openGrant(text, { person: actor.person, upload: id })
  const row = grant.alias === undefined ? await findRow(db, grant.upload) : undefined
  if (!row) throw notFound('lark.errorMsg', id)
  return { row, grant }
}

/** The fields of a file without those of its owner and of the place where it lies. */
export async function readGranted(deps: Deps, actor: Actor, id: string, text: string): Promise<Upload> {
  const { row, grant } = await openGranted(deps, actor, id, text)
  return {
    ...toUpload(row),
    name: grant.name ?? row.name,
    org_id: '',
    key: '',
    parent_type: null,
    parent_id: null,
    reference_id: null,
    source: null,
    course_id: null,
    created_by_id: '',
  }
}

/** The activity of the grant: of other uses nothing is shown, nor counted. */
export async function readGrantedUses(deps: Deps, actor: Actor, id: string, text: string) {
  const { row, grant } = await openGranted(deps, actor, id, text)
  return await usesByGrant(deps.db, row.id, grant.activity)
}
