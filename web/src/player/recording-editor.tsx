// Editor of a recording's captions, for its uploader, and of its chapters.
import { useQuery } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { CallFailed, call } from '../client.ts'
import { useTexts } from '../i18n.ts'
import { locales } from '../i18n.ts'
import { problemText } from '../parts/base/errors/problem-text.ts'
import { useReadFile } from '../parts/base/table/encoding-choice.tsx'
import { invalidate, query } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/dialogs/toast.tsx'
import { type Chapter, chapterLines, readChapters } from './chapters.ts'
import { languageName } from './use-captions.ts'

export default function RecordingEditor({ upload, chapters }: { upload: string; chapters: readonly Chapter[] }) {
  const t = useTexts('player')
  const { data } = useQuery(query('GET /api/uploads/:id/captions', { params: { id: upload } }))
  return (
    <div className="space-y-4 p-4">
      {data?.can_edit && <CaptionFiles upload={upload} languages={data.items.map((file) => file.language)} />}
      {data && !data.can_edit && <p className="text-small text-text-2">{t('captionsByOwner')}</p>}
      <ChapterLines key={chapterLines(chapters)} upload={upload} chapters={chapters} />
    </div>
  )
}

const refetchRecording = () => invalidate('GET /api/uploads/:id/captions', 'GET /api/uploads/:id/view')
const toastError = (error: unknown) => toast({ text: problemText(error), error: true })

function CaptionFiles({ upload, languages }: { upload: string; languages: readonly string[] }) {
  const t = useTexts('player')
  const [language, setLanguage] = useState<string>(document.documentElement.lang || 'en')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const send = async (text: string) => {
    setBusy(true)
    setFault(undefined)
    try {
      await call('PUT /api/uploads/:id/captions/:language', { params: { id: upload, language }, body: { text } })
      await refetchRecording()
      toast({ text: t('captionsSaved', { language: languageName(language) }) })
    } catch (error) {
      const detail = error instanceof CallFailed ? error.problem.details?.text?.[0] : undefined
      if (detail?.code === 'captions.format') setFault(t('captionsWrongLine', { line: Number(detail.params?.line ?? 0) }))
      else setFault(detail ? t(detail.code === 'captions.tooMany' ? 'captionsTooLarge' : 'captionsEmpty') : problemText(error))
    } finally {
      setBusy(false)
      if (input.current) input.current.value = ''
    }
  }
  const { read, readAs, clear } = useReadFile((text) => void send(text))
  const open = (file: File | undefined) => {
    if (file && file.size > 2_000_000) setFault(t('captionsTooLarge'))
    else if (file) read(file)
  }
  return (
    <section className="space-y-2">
      <h3 className="text-small font-semibold">{t('captions')}</h3>
      {languages.length > 0 && (
        <ul className="divide-y divide-line">
          {languages.map((tag) => (
            <li key={tag} className="flex min-h-9 items-center justify-between text-small">
              {languageName(tag)}
              <IconButton
                size="sm"
                label={t('removeCaptions', { language: languageName(tag) })}
                icon={Trash2}
                onClick={() =>
                  void call('DELETE /api/uploads/:id/captions/:language', { params: { id: upload, language: tag } }).then(
                    refetchRecording,
                    toastError,
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label={t('captionLanguage')}
          value={language}
          onChange={(event) => {
            setLanguage(event.target.value)
            // the choice of an encoding would write the captions of the language before
            clear()
          }}
          className="field-edge min-h-(--control) px-1.5 text-small"
        >
          {[...new Set([...locales, ...languages, 'ja', 'ko', 'fr', 'de', 'es', 'pt', 'ru', 'ar', 'vi'])].map((tag) => (
            <option key={tag} value={tag}>
              {languageName(tag)}
            </option>
          ))}
        </select>
        <input
          ref={input}
          type="file"
          accept=".vtt,.srt,text/vtt"
          aria-label={t('captionsFile')}
          className="screen-reader"
          tabIndex={-1}
          onChange={(event) => open(event.target.files?.[0])}
        />
        <Button icon={Upload} busy={busy} onClick={() => input.current?.click()}>
          {t('addCaptions')}
        </Button>
      </div>
      <p className="text-caption text-text-3">{t('captionsFile')}</p>
      {readAs}
      {fault && (
        <p role="alert" className="text-small text-bad-text">
          {fault}
        </p>
      )}
    </section>
  )
}

function ChapterLines({ upload, chapters }: { upload: string; chapters: readonly Chapter[] }) {
  const t = useTexts('player')
  const [text, setText] = useState(() => chapterLines(chapters))
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    const parsed = readChapters(text)
    if ('wrongLine' in parsed) return setFault(t('chaptersWrongLine', { line: parsed.wrongLine }))
    setBusy(true)
    setFault(undefined)
    try {
      await call('PUT /api/uploads/:id/chapters', { params: { id: upload }, body: parsed })
      await refetchRecording()
      toast({ text: t('chaptersSaved') })
    } catch (error) {
      const code = error instanceof CallFailed ? error.problem.details?.chapters?.[0]?.code : undefined
      setFault(
        code === 'chapters.sameSecond' ? t('chaptersSame') : code === 'chapters.afterEnd' ? t('chaptersAfterEnd') : problemText(error),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="space-y-2">
      <label className="block text-small font-semibold">
        {t('chapters')}
        <textarea
          dir="auto"
          value={text}
          rows={Math.min(12, Math.max(4, text.split('\n').length + 1))}
          placeholder={t('chaptersExample')}
          onChange={(event) => setText(event.target.value)}
          className="field-edge mt-1 block w-full px-2 py-1.5 text-small font-normal"
        />
      </label>
      <p className="text-caption text-text-3">{t('chaptersHelp')}</p>
      {fault && (
        <p role="alert" className="text-small text-bad-text">
          {fault}
        </p>
      )}
      <Button busy={busy} onClick={() => void save()}>
        {t('saveChapters')}
      </Button>
    </section>
  )
}
