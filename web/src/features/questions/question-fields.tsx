// The fields of a question: its text, the editor of its type, and what every question has.
import type { QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTexts } from '../../i18n.ts'
import { type Folder, foldersInOrder, sharedTextsQuery } from '../../parts/learning/banks/queries.ts'
import { TagsField } from '../../parts/learning/banks/tags-field.tsx'
import { pictureSource } from '../../parts/base/rich-text/picture-sources.ts'
import { uploadTextFile } from '../../parts/base/rich-text/pictures.ts'
import { questionTypeOf } from '../../question-types.ts'
import type { Files } from '../../question-types/definition.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { DecimalField } from '../../ui/fields/decimal-field.tsx'
import { Select, TextField } from '../../ui/fields/field.tsx'
import { RichTextEditor } from '../../ui/editor/rich-text-editor.tsx'
import { Bone } from '../../ui/states.tsx'
import type { AnyContent, AnyKey, QuestionForm } from './question-form.ts'

export function QuestionFields({
  type,
  form,
  change,
  faults,
  folders,
  files,
  bank,
}: {
  type: QuestionTypeName
  form: QuestionForm
  change: (part: Partial<QuestionForm>) => void
  faults: Readonly<Record<string, string | undefined>>
  folders: readonly Folder[]
  files: Files
  bank: string
}) {
  const t = useTexts('banks')
  const tq = useTexts('questions')
  const { Editor, fresh, ...of } = questionTypeOf(type)
  const { data: texts } = useQuery({ ...sharedTextsQuery(bank), enabled: type !== 'stimulus' })
  const keyless = of.keyless === true && Object.keys(form.key).length === 0
  const source = (upload: string) => files.get(upload) ?? pictureSource(upload)
  return (
    <>
      <div className="surface-card space-y-5 p-5 max-tablet:p-4">
        <RichTextEditor
          label={t('stem')}
          value={form.stem}
          onChange={(stem) => change({ stem })}
          error={faults.stem}
          minHeight={96}
          autoFocus
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
        {of.keyless && (
          <Checkbox
            label={tq('keyless')}
            help={tq('keylessHelp')}
            checked={keyless}
            onChange={(none) => change({ key: none ? {} : (fresh().key as Record<string, unknown>) })}
          />
        )}
      </div>
      <div className="surface-card space-y-5 p-5 max-tablet:p-4">
        {type !== 'stimulus' && (
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
        )}
        <div className="grid items-start gap-4 tablet:grid-cols-2">
          <TextField
            label={t('titleOf')}
            help={t('titleHelp')}
            value={form.title}
            onChange={(title) => change({ title })}
            error={faults.title}
            maxLength={200}
          />
          {type !== 'stimulus' && (
            <DecimalField
              label={t('points')}
              value={form.points}
              onChange={(points) => change({ points })}
              error={faults.points}
              className="w-32"
            />
          )}
          <TagsField label={t('tags')} help={t('tagsHelp')} error={faults.tags} values={form.tags} onChange={(tags) => change({ tags })} />
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
    </>
  )
}
