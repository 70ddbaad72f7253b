// Links: an upload without bytes that names a film elsewhere.
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { newId } from '@lyceum/kit/ids'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import type { Deps } from '../deps.ts'
import type { UploadDraft } from '../rows/shapes.ts'
import { waitAgain } from '../rows/added-to-shares.ts'
import { checkFolder, lockFolders, type Space } from '../rows/folders.ts'
import { linkKey } from '../rows/keys.ts'
import { linkName } from '../rows/names.ts'
import { emitUpload, inFolder, type Row } from '../rows/rows.ts'
import type { Provider, VideoLink } from '../rows/link-api.ts'
import { filmOf, videoLink } from './video-link.ts'

/** The link that a row holds; null for a file, and for one whose address is gone. */
export const linkOf = ({ provider, filmId, linkUrl }: Pick<Row, 'provider' | 'filmId' | 'linkUrl'>): VideoLink | null =>
  provider && filmId && linkUrl ? videoLink({ provider: provider as Provider, id: filmId, original_url: linkUrl }) : null

/** Keeps a link under the given title; it is ready at once. 400 at original_url, name and at what only files have. */
export async function declareLink(deps: Deps, actor: Actor, space: Space, draft: UploadDraft): Promise<Row> {
  const { db, now } = deps
  const film = filmOf(draft.original_url ?? '')
  const name = linkName(draft.name)
  for (const field of ['size', 'is_folder', 'is_scorm', 'is_wmpkg', 'storage_type', 'allow_download'] as const)
    if (draft[field]) throw invalid({ [field]: 'field.unknown' })
  const parentType = draft.parent_type ?? null
  if (draft.parent_id && inFolder(parentType)) {
    await lockFolders(db, space)
    await checkFolder(deps, space, draft.parent_id, { files: 1 })
  }
  const id = newId()
  const row = await db.upload.create({
    include: { videos: true },
    data: {
      id,
      orgId: space.org,
      courseId: space.course,
      ownerId: actor.person,
      key: linkKey(id),
      name,
      type: 'link',
      size: 0n,
      parentType,
      parentId: draft.parent_id ?? null,
      status: 'ready',
      percent: 100,
      duration: draft.duration ?? null,
      // there is nothing to wait for, and it goes into the bin like a file
      storedAt: now(),
      storageType: 'local',
      source: draft.source ?? null,
      embedMaterialType: draft.embed_material_type ?? null,
      linkUrl: film.original_url,
      provider: film.provider,
      filmId: film.id,
      createdAt: now(),
      version: versionAfter(undefined, now()),
    },
  })
  await emitUpload(db, 'created', row)
  if (row.parentId && inFolder(parentType)) await waitAgain(deps, row.parentId, [id])
  return row
}
