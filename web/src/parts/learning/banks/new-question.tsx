// Dialog in which a question is written while a paper is: it is kept in the question bank of the course, one after the other if one likes.
import type { QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import { useState } from 'react'
import { call, newKey } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { questionTypeOf } from '../../../question-types.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { Select } from '../../../ui/fields/field.tsx'
import { TextFiles, useTextFiles } from '../../../ui/text-files.ts'
import { DraftNote } from '../../base/drafts/draft-note.tsx'
import { useDraft } from '../../base/drafts/use-draft.ts'
import { fieldTexts, problemText } from '../../base/errors/problem-text.ts'
import { banksChanged } from './queries.ts'
import { QuestionFields } from './question-fields.tsx'
import { draftOf, faultTexts, freshForm, type QuestionForm } from './question-form.ts'

type Form = QuestionForm & { type: QuestionTypeName }
const noFiles: ReadonlyMap<string, string> = new Map()

function freshOf(type: QuestionTypeName, scored: boolean): Form {
  const form = freshForm(type, '')
  // what nobody marks has no right answer
  return { ...form, type, ...(!scored && { points: '0', ...(questionTypeOf(type).keyless && { key: {} }) }) }
}

export default function NewQuestion({
  course,
  activity,
  type: first,
  types,
  scored,
  onAdd,
  onClose,
}: {
  course: string
  activity: string
  type: QuestionTypeName
  /** Those that the activity asks. */
  types: readonly QuestionTypeName[]
  /** Its answers earn points. */
  scored: boolean
  onAdd: (question: { id: string; points: string }) => void
  onClose: () => void
}) {
  const t = useTexts('banks')
  const q = useTexts('questions')
  const p = useTexts('exam-work')
  const [start] = useState(() => freshOf(first, scored))
  const draft = useDraft<Form>('question', `${activity} ${first}`, 0, start, { title: p('newQuestion') })
  const form = draft.value
  const inTexts = useTextFiles()
  const [faults, setFaults] = useState<Record<string, string | undefined>>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [key, setKey] = useState(newKey)
  const [added, setAdded] = useState(0)
  /** Counts the questions: fields begin anew with each. */
  const [nth, setNth] = useState(0)
  /** False after a choice of type: its keys go on there. */
  const [focus, setFocus] = useState(true)
  const change = (part: Partial<Form>) => {
    draft.change(part)
    setFailure(undefined)
    setFaults((present) =>
      Object.fromEntries(Object.entries(present).filter(([field]) => !Object.keys(part).some((name) => field.startsWith(name)))),
    )
  }
  const begin = (type: QuestionTypeName, kept: Partial<Form> = {}) => {
    draft.change({ ...freshOf(type, scored), ...kept })
    startFields(false)
  }
  const startFields = (inText: boolean) => {
    setFocus(inText)
    setFaults({})
    setFailure(undefined)
    setNth((count) => count + 1)
  }
  const refuse = (fields: Record<string, string | undefined>) => {
    setFaults(fields)
    requestAnimationFrame(focusFirstFault)
  }
  const save = async (another: boolean) => {
    if (busy || inTexts.off) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { type, ...fields } = form
      const body = { questions: [{ type, ...draftOf(fields) }] }
      const [result] = (await call('POST /api/courses/:id/questions', { params: { id: course }, body, key })).results
      setKey(newKey())
      if (!result?.id) return refuse(faultTexts(result?.errors ?? {}))
      onAdd({ id: result.id, points: form.points })
      void banksChanged()
      if (another) {
        setAdded(added + 1)
        const fresh = freshOf(type, scored)
        draft.rebase(0, fresh, fresh)
        startFields(true)
      } else {
        await draft.discard()
        onClose()
      }
    } catch (error) {
      setFailure(error)
      refuse(fieldTexts(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={() => {
        void draft.discard()
        onClose()
      }}
      title={p('newQuestion')}
      width={900}
      top
      changed={draft.unsent}
      footer={
        <>
          <p role="status" className="mr-auto min-w-0 text-small text-text-3">
            {added > 0 ? t('addedCount', { count: added }) : t('keptInCourse')}
          </p>
          <Button busy={busy} off={inTexts.off} onClick={() => void save(true)}>
            {t('addAnother')}
          </Button>
          <Button variant="primary" busy={busy} off={inTexts.off} onClick={() => void save(false)}>
            {t('addHere')}
          </Button>
        </>
      }
    >
      <div inert={busy} className="space-y-5 pb-1">
        <DraftNote draft={draft} show={(value) => value.title || value.stem.replace(/<[^>]*>/g, ' ')} />
        {failure !== undefined && Object.keys(faults).length === 0 && (
          <Banner tone="bad" urgent>
            {problemText(failure)}
          </Banner>
        )}
        <Select
          label={t('typeOf')}
          value={form.type}
          onChange={(type) => {
            const { stem, title, tags, points, feedback } = form
            begin(type as QuestionTypeName, { stem, title, tags, points, feedback })
          }}
          options={types.map((value) => ({ value, label: q(`type.${value}`) }))}
          className="max-w-[260px]"
        />
        <TextFiles value={inTexts.register}>
          <QuestionFields
            key={`${nth} ${form.type}`}
            type={form.type}
            form={form}
            change={change}
            faults={faults}
            focus={focus}
            folders={[]}
            files={noFiles}
            inPaper={scored ? 'scored' : 'survey'}
          />
        </TextFiles>
      </div>
    </Dialog>
  )
}
