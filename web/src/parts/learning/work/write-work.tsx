// The form of my work, text and files: kept on this device at once and at the server within seconds, handed in after a look at it.
import { CloudAlert, CloudCheck, Send } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { DraftNote } from '../../base/drafts/draft-note.tsx'
import { pictureSource } from '../../base/rich-text/picture-sources.ts'
import { uploadTextFile } from '../../base/rich-text/pictures.ts'
import { TextLeave } from '../../base/rich-text/text-leave.tsx'
import type { OnTheirWay } from '../../../ui/editor/editor-uploads.ts'
import { useAddresses } from './addresses.ts'
import type { SaveState } from '../../base/drafts/autosave.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { timeWithSeconds } from '../../../ui/format.ts'
import { Spinner } from '../../../ui/progress.tsx'
import { RichTextEditor } from '../../../ui/editor/rich-text-editor.tsx'
import { useMyWork } from './use-my-work.ts'
import { type FilesState, noFiles, WorkFiles } from './work-files.tsx'
import { type Assignment, type Mine, type MyVersion, plainOf } from './work-state.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const HandIn = laterDialog(() => import('./hand-in-dialog.tsx'))

export default function WriteWork({
  activity,
  mine,
  readAt,
  takesFocus,
  onHandedIn,
}: {
  activity: Assignment
  mine: Mine
  readAt: number
  /** It was asked for by a button that has left the page. */
  takesFocus: boolean
  onHandedIn: (receipt: MyVersion) => void
}) {
  const t = useTexts('work')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const { work = 'both' } = activity.settings
  const my = useMyWork(activity, mine)
  const [files, setFiles] = useState<FilesState>(noFiles)
  const [inText, setInText] = useState<OnTheirWay>({ sending: 0, failed: 0 })
  const addresses = useAddresses(mine.draft?.files)
  const [asking, setAsking] = useState(false)
  const conflict = my.state.kind === 'conflict'
  // what is handed in is chosen first
  if (conflict && asking) setAsking(false)
  return (
    <section aria-label={t('write')} className="surface-card space-y-4 p-5 max-tablet:p-4">
      <h2 ref={heading} tabIndex={-1} className="text-section font-semibold">
        {t('write')}
      </h2>
      <div className="space-y-3 not-empty:mb-1 empty:hidden">
        {my.versions.note}
        <DraftNote
          draft={my.draft}
          show={({ text, files: kept }) => [plainOf(text), ...kept.map(({ name }) => name)].join('\n')}
          compare={my.versions.compare}
        />
        {conflict && (
          <Banner
            tone="warn"
            urgent
            action={
              <Button variant="link" onClick={() => void my.compare()}>
                {t('seeBoth')}
              </Button>
            }
          >
            {t(mine.group ? 'newerInGroup' : 'newerElsewhere')}
          </Banner>
        )}
      </div>
      {work !== 'files' && (
        <RichTextEditor
          label={t('text')}
          value={my.work.text}
          onChange={(text) => my.change({ text })}
          placeholder={t('textPlaceholder')}
          uploadFile={uploadTextFile}
          onFiles={setInText}
          pictureSource={(upload) => addresses.get(upload) ?? pictureSource(upload)}
          minHeight={220}
        />
      )}
      {work !== 'text' && (
        <WorkFiles
          key={my.placed}
          settings={activity.settings}
          initial={my.work.files}
          onChange={(given) => my.change({ files: given })}
          onState={setFiles}
        />
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <DraftState state={my.state} at={mine.draft?.updated_at} />
        <Button
          variant="primary"
          icon={Send}
          off={conflict ? t('chooseFirst') : undefined}
          action="homework.handIn"
          onClick={() => setAsking(true)}
        >
          {t('handIn')}
        </Button>
      </div>
      <TextLeave files={inText} />
      {asking && (
        <Suspense>
          <HandIn
            activity={activity}
            mine={mine}
            readAt={readAt}
            my={my}
            files={files}
            inText={inText}
            onHandedIn={onHandedIn}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The place of the draft now. */
function DraftState({ state, at }: { state: SaveState; at: string | undefined }) {
  const t = useTexts('work')
  const line = () => {
    switch (state.kind) {
      case 'clean':
        return at ? t('draftKept', { time: timeWithSeconds(at) }) : undefined
      case 'saving':
        return t('saving')
      case 'saved':
        return t('draftKept', { time: timeWithSeconds(state.at) })
      case 'device':
      case 'conflict':
        return t('onDevice')
      case 'refused':
        return problemText(state.error, 'upload_ids')
    }
  }
  const text = line()
  const Icon = state.kind === 'clean' || state.kind === 'saved' ? CloudCheck : CloudAlert
  return (
    <p role="status" className="tabular flex min-w-0 flex-1 items-center gap-1.5 text-small text-text-3">
      {state.kind === 'saving' ? <Spinner size={14} /> : text && <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />}
      {text}
    </p>
  )
}
