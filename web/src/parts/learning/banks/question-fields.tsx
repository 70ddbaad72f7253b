// The fields of a question: its text, the editor of its type, and what every question has.
import type { QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTexts } from '../../../i18n.ts'
import { type Folder, foldersInOrder, sharedTextsQuery } from './queries.ts'
import { TagsField } from './tags-field.tsx'
import { pictureSource } from '../../base/rich-text/picture-sources.ts'
import { uploadTextFile } from '../../base/rich-text/pictures.ts'
import { questionTypeOf } from '../../../question-types.ts'
import type { Files } from '../../../question-types/definition.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DecimalField } from '../../../ui/fields/decimal-field.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import { RichTextEditor } from '../../../ui/editor/rich-text-editor.tsx'
import { Bone } from '../../../ui/states.tsx'
import { sentences } from '../../../ui/format.ts'
import { Fold } from '../forms/fold.tsx'
import type { AnyContent, AnyKey, QuestionForm } from './question-form.ts'

export function QuestionFields({
  type,
  form,
  change,
  faults,
  folders,
  files,
  bank,
  inPaper,
  focus = true,
}: {
  type: QuestionTypeName
  form: QuestionForm
  change: (part: Partial<QuestionForm>) => void
  faults: Readonly<Record<string, string | undefined>>
  folders: readonly Folder[]
  files: Files
  /** Missing while it is written in a paper: it is in no folder, and below no text. */
  bank?: string
  /** In a paper: what the bank alone needs is folded, and a survey, which gives no points, is asked for none. */
  inPaper?: 'scored' | 'survey'
  /** The text of the question takes the focus. */
  focus?: boolean
}) {
  const t = useTexts('banks')
  const tq = useTexts('questions')
  const { Editor, fresh, ...of } = questionTypeOf(type)
  const { data: texts } = useQuery({ ...sharedTextsQuery(bank ?? ''), enabled: bank !== undefined && type !== 'stimulus' })
  const keyless = of.keyless === true && Object.keys(form.key).length === 0
  const source = (upload: string) => files.get(upload) ?? pictureSource(upload)
  const feedback = (
    <RichTextEditor
      label={t('feedback')}
      help={t('feedbackHelp')}
      value={form.feedback}
      onChange={(feedback) => change({ feedback })}
      error={faults.feedback}
      minHeight={64}
      uploadFile={uploadTextFile}
      pictureSource={source}
    />
  )
  const name = (
    <TextField
      label={t('titleOf')}
      whenEmpty={t('titleHelp')}
      value={form.title}
      onChange={(title) => change({ title })}
      error={faults.title}
      maxLength={200}
    />
  )
  const points = (
    <DecimalField
      label={t('points')}
      value={form.points}
      onChange={(points) => change({ points })}
      error={faults.points}
      className="w-32"
    />
  )
  const tags = (
    <TagsField label={t('tags')} help={t('tagsHelp')} error={faults.tags} values={form.tags} onChange={(tags) => change({ tags })} />
  )
  return (
    <>
      <div className={inPaper ? 'space-y-5' : 'surface-card space-y-5 p-5 max-tablet:p-4'}>
        <RichTextEditor
          label={t('stem')}
          value={form.stem}
          onChange={(stem) => change({ stem })}
          error={faults.stem}
          minHeight={96}
          autoFocus={focus}
          uploadFile={uploadTextFile}
          pictureSource={source}
        />
        <Suspense fallback={<Bone className="!h-40" />}>
          <Editor
            stem={form.stem}
            content={form.content as AnyContent}
            keyOf={keyless ? fresh().key : (form.key as AnyKey)}
            keyless={keyless}
            onChange={({ stem, content, key }) =>
              change({
                ...(stem !== undefined && { stem }),
                ...(content && { content: content as Record<string, unknown> }),
                ...(key && !keyless && { key: key as Record<string, unknown> }),
              })
            }
            faults={faults}
            uploadFile={uploadTextFile}
          />
        </Suspense>
        {of.keyless && !inPaper && (
          <Checkbox
            label={tq('keyless')}
            help={tq('keylessHelp')}
            checked={keyless}
            onChange={(none) => change({ key: none ? {} : (fresh().key as Record<string, unknown>) })}
          />
        )}
      </div>
      {inPaper ? (
        <>
          {inPaper === 'scored' && type !== 'stimulus' && points}
          <div className="border-y border-line">
            <Fold
              title={t('more')}
              now={sentences(form.title, form.tags.join(', ')) || t('nothingSet')}
              faulty={Boolean(faults.title ?? faults.tags ?? faults.feedback)}
            >
              {name}
              {tags}
              {inPaper === 'scored' && type !== 'stimulus' && feedback}
            </Fold>
          </div>
        </>
      ) : (
        <div className="surface-card space-y-5 p-5 max-tablet:p-4">
          {type !== 'stimulus' && feedback}
          <div className="grid items-start gap-4 tablet:grid-cols-2">
            {name}
            {type !== 'stimulus' && points}
            {tags}
            {texts && (texts.items.length > 0 || form.stimulus) && (
              <Select
                label={t('belongsTo')}
                help={t('belongsToHelp')}
                value={form.stimulus}
                onChange={(stimulus) => change({ stimulus })}
                error={faults.stimulus_id}
                options={[{ value: '', label: t('belongsToNone') }, ...texts.items.map(({ id, title }) => ({ value: id, label: title }))]}
              />
            )}
            {folders.length > 0 && (
              <Select
                label={t('folder')}
                value={form.folder}
                onChange={(folder) => change({ folder })}
                error={faults.folder_id}
                options={[
                  { value: '', label: t('noFolder') },
                  ...foldersInOrder(folders).map(({ folder: { id, title }, level }) => ({
                    value: id,
                    label: `${'   '.repeat(level)}${title}`,
                  })),
                ]}
              />
            )}
          </div>
        </div>
      )}
    </>
  )
}
