// Hook of my work before it is handed in, text and files: on this device at once, at the server soon after, one draft for all my windows and for my group.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { CallFailed, call, currentScope } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import type { Activity } from '../course/content.ts'
import { type Autosave, createAutosave, failureOf, forWriter, type SaveState, sendInTime } from '../../base/drafts/autosave.ts'
import { useDraft } from '../../base/drafts/use-draft.ts'
import { useVersions } from '../../base/drafts/use-versions.tsx'
import { property } from '../../base/drafts/version-fields.ts'
import { invalidate, query, queryClient } from '../../../queries.ts'
import { list } from '../../../ui/format.ts'
import { type Mine, type MyVersion, plainOf, type SubmittedFile } from './work-state.ts'

/** `type` is missing in drafts of earlier releases. */
export type WorkFile = { id: string; name: string; size: number; type?: string }
export type MyWork = { text: string; files: readonly WorkFile[] }

const nothing: MyWork = { text: '', files: [] }
/** Files within the text are part of it. */
const workOf = (draft: { text: string; files: readonly SubmittedFile[] } | null | undefined): MyWork =>
  draft
    ? {
        text: draft.text,
        files: draft.files.flatMap(({ upload_id: id, name, size, type, in_text }) => (in_text ? [] : [{ id, name, size, type }])),
      }
    : nothing
const idsOf = (files: readonly WorkFile[]) => files.map(({ id }) => id).join()
export const sameWork = (a: MyWork, b: MyWork) => a.text === b.text && idsOf(a.files) === idsOf(b.files)

const mineQuery = (id: string) => query('GET /api/activities/:id/my-submission', { params: { id } })

/** Writes over the version `over`. Once somebody else has handed in meanwhile there is no draft, and a new one begins at the version that the
 *  refusal names. */
async function writeDraft(id: string, { text, files }: MyWork, over: number) {
  const put = (version: number) =>
    call('PUT /api/activities/:id/my-submission/draft', {
      params: { id },
      body: { text, upload_ids: files.map((file) => file.id), names: files.map(({ name }) => name), version },
    })
  try {
    return await put(over)
  } catch (error) {
    const version = error instanceof CallFailed && error.problem.code === 'draft.newer' ? error.problem.params.version : undefined
    if (typeof version !== 'number') throw error
    const { draft } = await queryClient.fetchQuery({ ...mineQuery(id), staleTime: 0 })
    if (draft) throw error
    return await put(version)
  }
}

/** The service has not heard of an upload that has just begun. */
const isNotKnownYet = (error: unknown) =>
  error instanceof CallFailed && Object.values(error.problem.details).some(([first]) => first?.code === 'upload.unknown')

/** The page says of the draft what it has just got as an answer; others of the group are asked for again. */
function keepInCache(id: string, { text, files }: MyWork, { version, updated_at }: { version: number; updated_at: string }) {
  const unknown = { status: '', in_text: false, sha256: null, grant: null, url: null }
  queryClient.setQueryData<Mine>(mineQuery(id).queryKey, (mine) => {
    if (!mine || (mine.draft && mine.draft.version >= version)) return mine
    const known = (file: WorkFile) =>
      mine.draft?.files.find((one) => one.upload_id === file.id) ?? {
        ...unknown,
        ...{ upload_id: file.id, name: file.name, size: file.size, type: file.type ?? 'other' },
      }
    const updated_by = mine.draft?.updated_by ?? null
    return {
      ...mine,
      state: mine.versions.length === 0 ? 'draft' : mine.state,
      draft: {
        text,
        files: [...files.map(known), ...(mine.draft?.files.filter(({ in_text }) => in_text) ?? [])],
        version,
        updated_at,
        updated_by,
      },
      draft_version: version,
    }
  })
}

/** The page shows what was handed in at once: its form is gone before the receipt closes and the focus looks for a place. A read under way may
 *  have begun before, and would bring the form back. */
export async function keepReceipt(id: string, receipt: MyVersion): Promise<void> {
  const { queryKey } = mineQuery(id)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<Mine>(
    queryKey,
    (mine) =>
      mine && { ...mine, state: 'submitted', draft: null, versions: [receipt, ...mine.versions.filter(({ n }) => n !== receipt.n)] },
  )
}

/** Begins with the draft, else with what was handed in last. */
export function useMyWork({ id, title }: Pick<Activity, 'id' | 'title'>, mine: Mine) {
  const t = useTexts('work')
  const [first] = useState(() => ({
    version: mine.draft_version,
    stored: workOf(mine.draft),
    start: workOf(mine.draft ?? mine.versions[0]),
  }))
  const draft = useDraft<MyWork>('submission', id, first.version, first.start, { title, byItself: true })
  const [state, setState] = useState<SaveState>({ kind: 'clean' })
  /** Counts how often the files were put in place from elsewhere: their field begins again with them. */
  const [placed, setPlaced] = useState(0)
  const saver = useRef<Autosave<MyWork>>(undefined)
  const version = useRef(first.version)
  /** The server's version of it. */
  const kept = useRef(first.stored)
  const latest = useRef(draft)
  latest.current = draft
  const place = (next: MyWork) => {
    if (idsOf(next.files) !== idsOf(latest.current.value.files)) setPlaced((count) => count + 1)
  }
  const arrived = useEffectEvent((sent: MyWork, next: number) => {
    version.current = next
    kept.current = sent
    draft.rebase(next, sent, (present) => present)
  })
  const fresh = () => queryClient.fetchQuery({ ...mineQuery(id), staleTime: 0 })
  useEffect(() => {
    const { isHere, only } = forWriter(() => currentScope()?.person)
    const made = createAutosave<MyWork>(
      {
        equal: sameWork,
        write: only(async (work: MyWork, over: number | undefined) => {
          const answer = await writeDraft(id, work, over ?? version.current)
          arrived(work, answer.version)
          keepInCache(id, work, answer)
          return answer.version
        }),
        // what is empty is kept as such
        remove: async () => {},
        read: async () => {
          const { draft: found } = await queryClient.fetchQuery({ ...mineQuery(id), staleTime: 0 })
          return found && { ...workOf(found), version: found.version }
        },
        // the server has cleaned the text
        same: (read, sent) => plainOf(read.text) === plainOf(sent.text) && idsOf(read.files) === idsOf(sent.files),
        failureOf: (error) => (!isHere() ? 'refused' : isNotKnownYet(error) ? 'transient' : failureOf(error)),
        onState: setState,
        onVersion: () => {},
      },
      { stored: first.stored, version: first.version, held: false },
    )
    saver.current = made
    return sendInTime(made, isHere, () => invalidate('GET /api/activities/:id/my-submission'))
  }, [id, first])
  useEffect(() => saver.current?.change(draft.value), [draft.value])
  // what came back from this device
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text that comes back
  useEffect(() => {
    if (draft.restored) setPlaced((count) => count + 1)
  }, [draft.restored])

  const newer = mine.draft && mine.draft.version > version.current ? mine.draft : undefined
  const isIdle = !draft.unsent && (state.kind === 'clean' || state.kind === 'saved')
  // written in another window or by the group, and nothing here that is not at the server: it is shown at once
  const follow = useEffectEvent((found: NonNullable<typeof newer>) => {
    const next = workOf(found)
    place(next)
    version.current = found.version
    kept.current = next
    saver.current?.follow(next, found.version)
    draft.rebase(found.version, next, next)
  })
  useEffect(() => {
    if (newer && isIdle) follow(newer)
  }, [newer, isIdle])

  const fields = useMemo(
    () => [
      property<MyWork, 'text'>('text', t('text'), { kind: 'html' }),
      property<MyWork, 'files'>('files', t('files'), { show: (files) => list(files.map(({ name }) => name)) }),
    ],
    [t],
  )
  const versions = useVersions<MyWork>({
    draft: {
      ...draft,
      change: (part) => {
        place({ ...draft.value, ...part })
        draft.change(part)
      },
      rebase: (next, base, value) => {
        const put = typeof value === 'function' ? value(draft.value) : value
        place(put)
        draft.rebase(next, base, put)
      },
    },
    latest: { version: draft.version, value: draft.base },
    read: async () => {
      const { draft: found } = await fresh()
      return { version: found?.version ?? 0, value: workOf(found) }
    },
    fields,
  })
  /** Shows the draft of the other window, or of another one of the group, beside what is written here. */
  const compare = async () => {
    const { draft: other } = await fresh()
    if (!other) return saver.current?.overwrite(0)
    const mineElsewhere = !other.updated_by || other.updated_by.id === currentScope()?.person
    versions.beside({ at: other.updated_at, value: workOf(other), name: mineElsewhere ? undefined : other.updated_by?.name }, () => {
      version.current = other.version
      saver.current?.overwrite(other.version)
    })
  }
  return {
    work: draft.value,
    change: draft.change,
    draft: { ...draft, savedAt: undefined },
    state,
    placed,
    versions,
    compare,
    /** Everything is at the server: the version to hand in; undefined where it could not be sent. */
    flush: async () => {
      await saver.current?.flush()
      return sameWork(latest.current.value, kept.current) ? version.current : undefined
    },
    stop: () => saver.current?.stop(),
    resume: () => saver.current?.resume(),
  }
}
export type MyWorkState = ReturnType<typeof useMyWork>
