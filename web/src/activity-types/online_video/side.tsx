// Side panel of a recording: chapters, transcript, and for teachers the editor of both.
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { StageHandle } from '../../anchors/stage-handle.ts'
import { texts, useTexts } from '../../i18n.ts'
import { ChapterList } from '../../player/chapter-list.tsx'
import type { Interval } from '../../player/intervals.ts'
import type { Chapter } from '../../player/chapters.ts'
import { Transcript } from '../../player/transcript.tsx'
import type { Captions } from '../../player/use-captions.ts'
import type { NotedFile } from '../../parts/learning/notes/queries.ts'
import { Tabs, useTabs } from '../../ui/menus/tabs.tsx'
import type { OverStage } from '../../viewer/panels.ts'

const NoteBox = lazy(() =>
  Promise.all([import('../../parts/learning/notes/note-box.tsx'), texts('notes', 'drafts', 'errors')]).then(([module]) => ({
    default: module.NoteBox,
  })),
)
const RecordingEditor = lazy(() => import('../../player/recording-editor.tsx'))

export function VideoSide({
  upload,
  captions,
  chapters,
  duration,
  position,
  watched,
  whole,
  teaches,
  loaded,
  notes,
  onTicks,
  onSeek,
}: {
  upload: string
  captions: Captions
  chapters: readonly Chapter[]
  duration: number
  position: number
  watched: readonly Interval[] | undefined
  /** All of it counts as watched. */
  whole: boolean
  teaches: boolean
  /** Captions and chapters are loaded. */
  loaded: boolean
  /** Beside a film, to whose moments they lead; `asked`: by the address. */
  notes?: { file: NotedFile; handle: StageHandle; asked: string | undefined } | undefined
  onTicks?: (ticks: readonly number[]) => void
  onSeek: (to: number) => void
}) {
  const t = useTexts('player')
  const tabSet = useTabs()
  const showTicks = useCallback(({ ticks = [] }: OverStage) => onTicks?.(ticks), [onTicks])
  const tabs = [
    ...(chapters.length > 0 ? [{ value: 'chapters' as const, label: t('chapters') }] : []),
    ...(captions.languages.length > 0 ? [{ value: 'transcript' as const, label: t('transcript') }] : []),
    ...(notes ? [{ value: 'notes' as const, label: t('notes') }] : []),
    ...(teaches
      ? [{ value: 'edit' as const, label: t(chapters.length + captions.languages.length > 0 ? 'edit' : 'captionsAndChapters') }]
      : []),
  ]
  const [chosen, setChosen] = useState<'chapters' | 'transcript' | 'notes' | 'edit' | undefined>(notes?.asked ? 'notes' : undefined)
  const value =
    tabs.find((tab) => tab.value === chosen)?.value ??
    (tabs.find((tab) => tab.value === 'transcript') ?? tabs.find((tab) => tab.value !== 'notes') ?? tabs[0])?.value
  // A teacher who adds the first captions stays on the editing tab, although a transcript tab appears.
  useEffect(() => {
    if (loaded && value && !chosen) setChosen(value)
  }, [loaded, value, chosen])
  if (!loaded || !value) return null
  return (
    <section aria-label={t('besideRecording')} className="flex min-h-0 flex-col border-b border-line">
      <Tabs label={t('besideRecording')} value={value} onChange={setChosen} tabs={tabs} wired={tabSet} className="px-5 pt-1.5" />
      <div {...tabSet.panelProps(value)} className="flex min-h-0 flex-col">
        {value === 'chapters' && (
          <ChapterList chapters={chapters} duration={duration} position={position} watched={watched} whole={whole} onSeek={onSeek} />
        )}
        {value === 'transcript' && <Transcript captions={captions} position={position} onSeek={onSeek} />}
        {value === 'notes' && notes && (
          <Suspense>
            <NoteBox {...notes} onOver={showTicks} />
          </Suspense>
        )}
        {value === 'edit' && (
          <Suspense>
            <RecordingEditor upload={upload} chapters={chapters} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
