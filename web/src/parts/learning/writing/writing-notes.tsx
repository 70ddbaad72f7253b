// Notes of a dialog on the drafts of its activity: others who write it, newer versions, found drafts, another window; in its footer the
// state of the draft at the server.
import { History } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { DraftNote } from '../../base/drafts/draft-note.tsx'
import type { SaveState } from '../../base/drafts/autosave.ts'
import { TextNotes } from './text-notes.tsx'
import { plainText, writtenIn } from '../forms/text-offers.ts'
import { TextState } from './text-state.tsx'
import type { useWriting } from './use-writing.ts'

type Notes = Pick<ReturnType<typeof useWriting>, 'versions' | 'note' | 'compareWindows'>

export function WritingNotes({
  writing: { versions, note, compareWindows },
  onFailure,
}: {
  writing: Notes
  onFailure: (error: unknown) => void
}) {
  return (
    <>
      {versions}
      <DraftNote
        draft={note.draft}
        show={(value) => [plainText(writtenIn(value)), value.start, value.end].filter(Boolean).join('\n')}
        compare={note.compare}
      />
      <TextNotes
        onCompare={
          compareWindows &&
          (() => {
            onFailure(undefined)
            compareWindows().catch(onFailure)
          })
        }
      />
    </>
  )
}

/** `onHistory` is missing where there are no versions to be brought back. */
export function DialogTextState({ state, onHistory }: { state: SaveState; onHistory?: (() => void) | undefined }) {
  const say = useTexts('writing')
  return (
    <span className="mr-auto flex items-center gap-1.5">
      {onHistory && <IconButton label={say('history')} icon={History} onClick={onHistory} />}
      <TextState state={state} />
    </span>
  )
}
