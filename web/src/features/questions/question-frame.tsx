// Frame in which a question is written: its state and the way to save it at the top, the fields, and beside them what students see.
import type { QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { BackLink } from '../../parts/base/page/back-link.tsx'
import { call, newKey } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { banksChanged, type OpenBank, type Question, questionFilesQuery, questionQuery } from '../../parts/learning/banks/queries.ts'
import { UseList } from '../../parts/learning/banks/use-list.tsx'
import { EditorsNote } from '../../parts/base/drafts/editors-note.tsx'
import { DraftNote } from '../../parts/base/drafts/draft-note.tsx'
import { useDraft } from '../../parts/base/drafts/use-draft.ts'
import { useEditors } from '../../parts/base/drafts/use-editors.ts'
import { useVersions } from '../../parts/base/drafts/use-versions.tsx'
import { fieldTexts, problemText } from '../../parts/base/errors/problem-text.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { TextLeave } from '../../parts/base/rich-text/text-leave.tsx'
import { paths } from '../../paths.ts'
import { invalidate, queryClient } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { focusFirstFault } from '../../ui/dialogs/first-fault.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextFiles, useTextFiles } from '../../ui/text-files.ts'
import { toast } from '../../ui/dialogs/toast.tsx'
import { QuestionFields } from '../../parts/learning/banks/question-fields.tsx'
import { draftOf, faultTexts, formOf, freshForm, type QuestionForm } from '../../parts/learning/banks/question-form.ts'
import { QuestionPreview } from '../../parts/learning/banks/question-preview.tsx'
import { useVersionFields } from './version-fields.ts'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'

const QuestionHistory = laterDialog(() => import('../../parts/learning/banks/question-history.tsx'))

/** `question` is missing while it is being made. */
export function QuestionFrame({
  course,
  bank,
  type,
  question,
  folder = '',
}: {
  course: string | undefined
  bank: OpenBank
  type: QuestionTypeName
  question?: Question
  folder?: string
}) {
  const t = useTexts('banks')
  const q = useTexts('questions')
  const navigate = useNavigate()
  // goes on from the state it was opened with, even if a newer one arrives
  const [start] = useState(() => (question ? formOf(question) : freshForm(type, folder)))
  const draft = useDraft<QuestionForm>('question', question?.id ?? `${bank.id} ${type}`, question?.version ?? 0, start, {
    title: start.title || q(`type.${type}`),
    write: (): Promise<unknown> | undefined => (question && edits && !inTexts.off ? put(question.id, draft.version) : undefined),
  })
  const form = draft.value
  const edits = bank.role === 'edit' && !question?.deleted
  const editors = useEditors(edits ? question?.id : undefined, 'questions')
  const known = question?.version
  useEffect(() => {
    if (known !== undefined && editors.version !== undefined && editors.version > known) void invalidate('GET /api/questions/:id')
  }, [editors.version, known])
  const versions = useVersions({
    draft,
    latest: question ? { version: question.version, value: formOf(question) } : { version: 0, value: start },
    read: async () => {
      const theirs = await queryClient.fetchQuery({ ...questionQuery(question?.id ?? ''), staleTime: 0 })
      return { version: theirs.version, value: formOf(theirs) }
    },
    fields: useVersionFields(type),
    by: editors.changed,
  })
  const [faults, setFaults] = useState<Record<string, string | undefined>>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [key, setKey] = useState(newKey)
  const [history, setHistory] = useState(false)
  const inTexts = useTextFiles()
  const { data: granted } = useQuery({ ...questionFilesQuery(question?.id ?? ''), enabled: question !== undefined })
  const files = new Map(granted?.items.map(({ upload_id, url }) => [upload_id, url]))
  const back = paths.bank(course, bank.id)
  const change = (part: Partial<QuestionForm>) => {
    draft.change(part)
    setFailure(undefined)
    // a list of options may be another one: what stands at its places is gone
    setFaults((present) =>
      Object.fromEntries(Object.entries(present).filter(([field]) => !Object.keys(part).some((name) => field.startsWith(name)))),
    )
  }
  const refuse = (fields: Record<string, string | undefined>) => {
    setFaults(fields)
    setBusy(false)
    requestAnimationFrame(focusFirstFault)
  }
  const put = (id: string, version: number) => call('PUT /api/questions/:id', { params: { id }, body: { ...draftOf(form), version } })
  const save = async (another = false) => {
    if (busy || !edits || inTexts.off) return
    setBusy(true)
    setFailure(undefined)
    try {
      if (question) {
        const isSaved = await versions.save(async (version) => {
          const written = await put(question.id, version)
          queryClient.setQueryData(questionQuery(question.id).queryKey, written)
        })
        if (!isSaved) return setBusy(false)
      } else {
        const body = { questions: [{ type, ...draftOf(form) }] }
        const [result] = (await call('POST /api/banks/:id/questions', { params: { id: bank.id }, body, key })).results
        setKey(newKey())
        if (result?.errors) return refuse(faultTexts(result.errors))
      }
      await draft.discard()
      void banksChanged()
      toast({ text: t(question ? 'saved' : 'added') })
      if (another) {
        // the fields of the one that was added go, its place stays
        draft.change(freshForm(type, form.folder))
        setFaults({})
        setBusy(false)
        return
      }
      await navigate(back, { replace: true })
    } catch (error) {
      setFailure(error)
      refuse(fieldTexts(error))
    }
  }
  const saveByKeys = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    void save()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => saveByKeys(event)
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <header className="sticky top-(--shown-bar) z-(--z-index-shell) flex min-h-14 items-center gap-2.5 border-b border-line bg-surface py-2 pr-4 pl-3.5 max-tablet:flex-wrap max-tablet:gap-1.5 max-tablet:pr-2 [@media(max-height:400px)]:static">
        <BackLink to={back} label={t('back')} />
        <PageTitle title={form.title || q(`type.${type}`)} className="min-w-0 truncate font-title text-body font-semibold">
          {q(`type.${type}`)}
        </PageTitle>
        <span className="min-w-0 truncate text-small text-text-3 max-tablet:hidden">{bank.title}</span>
        <span className="flex-1" />
        {question && <IconButton label={t('history')} icon={History} onClick={() => setHistory(true)} />}
        {edits && !question && (
          <Button busy={busy} off={inTexts.off} onClick={() => void save(true)}>
            {t('saveAnother')}
          </Button>
        )}
        {edits && (
          <Button variant="primary" busy={busy} off={inTexts.off} onClick={() => void save()}>
            {t('save')}
          </Button>
        )}
      </header>
      <div className="mx-auto grid w-full max-w-[1400px] items-start gap-6 p-6 pb-24 max-tablet:p-4 max-tablet:pb-24 small:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <div inert={busy} className="min-w-0 space-y-4">
          <DraftNote
            draft={draft}
            show={(value) => value.title || value.stem.replace(/<[^>]*>/g, ' ')}
            {...(question && { compare: versions.compare })}
          />
          {question && <EditorsNote editors={editors} />}
          {question && versions.note}
          {failure !== undefined && Object.keys(faults).length === 0 && (
            <Banner tone="bad" urgent>
              {problemText(failure)}
            </Banner>
          )}
          {edits ? (
            <TextFiles value={inTexts.register}>
              <QuestionFields bank={bank.id} type={type} form={form} change={change} faults={faults} folders={bank.folders} files={files} />
            </TextFiles>
          ) : (
            <Banner tone="info">{t(question?.deleted ? 'isDeleted' : 'readOnly')}</Banner>
          )}
        </div>
        <div className="min-w-0 space-y-4 small:sticky small:top-[calc(var(--shown-bar)+80px)]">
          <QuestionPreview type={type} form={form} files={files} />
          {question && <UseList id={question.id} />}
        </div>
      </div>
      <TextLeave files={inTexts} />
      <Suspense>
        {history && question && (
          <QuestionHistory
            id={question.id}
            onClose={() => setHistory(false)}
            {...(edits && {
              onTake: ({ stem, content, key: taken, feedback, points }) => {
                change({ stem, content, key: taken, feedback, points })
                setHistory(false)
                toast({ text: t('taken') })
              },
            })}
          />
        )}
      </Suspense>
    </>
  )
}
