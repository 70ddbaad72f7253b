// Hook of an activity that is written on its page or in its dialog: the form, the drafts of its title and text on this device and at the server, the
// saved version that they are written against, and the saving that ends them.
import { useEffect, useRef, useState } from 'react'
import type { CreatableType } from '../../../activity-types.ts'
import type { TypeForm } from '../../../activity-types/form.ts'
import type { Activity } from '../course/content.ts'
import type { UnsentAs } from '../../base/drafts/resume.ts'
import { useDraft } from '../../base/drafts/use-draft.ts'
import { type ActivityForm, formOf } from './activity-form.ts'
import { offersOf, plainText, withText, writtenIn } from '../forms/text-offers.ts'
import { useTextVersions } from './text-versions.tsx'
import { type TextDraft, useAutosave } from './use-autosave.ts'

/** `activity` is missing while it is being made, and `first` its form then; `draft` is the writer's own at the server. */
export function useWriting({
  course,
  kind,
  type,
  activity: latest,
  draft: found,
  first,
  unsentAs,
}: {
  course: string
  kind: CreatableType
  type: TypeForm
  activity: Activity | undefined
  draft: TextDraft | null
  first: () => ActivityForm
  unsentAs: UnsentAs
}) {
  // goes on from the state it was opened with, even if a newer one arrives
  const [{ activity, serverDraft, base }] = useState(() => ({
    activity: latest,
    serverDraft: found,
    base: latest ? formOf(latest, type) : first(),
  }))
  const present = activity?.version ?? 0
  const fits = serverDraft !== null && serverDraft.base_version === present
  const [started] = useState({ version: present, value: base })
  const [saved, setSaved] = useState(started)
  const [olderDraft, setOlderDraft] = useState(
    serverDraft && !fits && plainText(serverDraft) !== plainText(writtenIn(base)) ? serverDraft : null,
  )
  const [draftVersion, setDraftVersion] = useState(serverDraft?.version ?? 0)
  // beside a draft of an older text nothing on this device comes back by itself
  const draft = useDraft<ActivityForm>(
    'activity',
    activity?.id ?? `${course} ${kind}`,
    (!olderDraft && draftVersion) || present,
    serverDraft && fits ? withText(base, serverDraft) : base,
    unsentAs,
  )
  const form = draft.value
  const { state, calls, saver } = useAutosave(
    activity ? { activity: activity.id, version: saved.version } : { course, type: kind },
    { base: writtenIn(base), draft: serverDraft, value: writtenIn(form), held: olderDraft !== null },
    setDraftVersion,
  )
  // the draft of this device belongs to the draft at the server from now on.
  const stamp = useRef(draftVersion)
  const { rebase: stampAs, base: began } = draft
  useEffect(() => {
    if (stamp.current === draftVersion) return
    stamp.current = draftVersion
    stampAs(draftVersion, began, (now) => now)
  }, [draftVersion, stampAs, began])
  const versions = useTextVersions(draft, { activity: latest, type, started }, saved, (next) => {
    setSaved(next)
    saver.current?.rebase(writtenIn(next.value))
  })

  /** Sends by `send` with the version to send, and drops the drafts; false: nothing was saved, and two versions are shown. */
  const save = async (send: (version: number) => Promise<unknown>): Promise<boolean> => {
    const seen = await saver.current?.stop()
    try {
      if (await versions.save(send)) {
        // one that is still offered is another text than the saved one
        await Promise.all([draft.discard(), !olderDraft && calls.remove(seen).catch(() => {})])
        return true
      }
    } catch (error) {
      saver.current?.resume()
      throw error
    }
    saver.current?.resume()
    return false
  }
  /** Shows the draft of the other window beside what is written here. */
  const compareWindows = async () => {
    const { draft: other } = await calls.read()
    if (!other) return saver.current?.overwrite()
    versions.beside({ at: other.updated_at, value: withText(form, other) }, () => saver.current?.overwrite(other.version))
  }
  /** Ends the choice between what is written and the draft at the server, which was written against an older version. */
  const settle = (outcome: 'kept' | 'dropped') => {
    if (!olderDraft) return
    const { version } = olderDraft
    setOlderDraft(null)
    if (outcome === 'kept') return saver.current?.overwrite(version)
    void calls.remove(version).then(
      () => saver.current?.restart(),
      () => saver.current?.overwrite(version),
    )
  }
  const server = olderDraft && {
    at: Date.parse(olderDraft.updated_at),
    value: withText(base, olderDraft),
    version: olderDraft.base_version,
  }
  const offers = offersOf(draft.offers, server, { take: (value) => draft.replace(() => value), settle })
  return {
    activity,
    base,
    form,
    change: draft.change,
    /** Of the activity that it is written against. */
    version: saved.version,
    state,
    versions: versions.note,
    /** The note about the draft, wherever it came from; starting over means the saved text, or an empty one. */
    note: {
      draft: {
        ...draft,
        restored: draft.restored ?? (draftVersion && serverDraft && fits ? Date.parse(serverDraft.updated_at) : undefined),
        // the state of the draft at the server says more
        savedAt: state.kind === 'clean' ? draft.savedAt : undefined,
        offers,
        reset: () => draft.change(saved.value),
      },
      compare: (offer: { key: string } & (typeof draft.offers)[number]) =>
        versions.compare(offer, offers.find(({ key }) => key === offer.key)?.done),
    },
    /** Missing: no other window of the writer has written since. */
    compareWindows: state.kind === 'conflict' && !versions.isNewer ? compareWindows : undefined,
    save,
  }
}
