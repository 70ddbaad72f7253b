// Form of a learning activity: what is to be done.
import { useTexts } from '../../i18n.ts'
import { pictureSource, uploadPicture } from '../../parts/rich-text/pictures.ts'
import { RichTextEditor } from '../../ui/rich-text-editor.tsx'
import type { FieldsProps, TypeForm } from '../form.ts'

type Values = { body: string }

const form: TypeForm<Values> = {
  width: 900,
  criteria: ['submitted', 'read', 'by_hand', 'none'],
  fresh: { body: '' },
  of: ({ body }) => ({ body }),
  faults: ({ body }) => (body.trim() === '' ? { body: 'bodyNeeded' } : {}),
  fields: ['body'],
  body: ({ body }) => ({ body }),
  Fields,
}
export default form

function Fields({ values, change, faults }: FieldsProps<Values>) {
  const t = useTexts('course')
  return (
    <RichTextEditor
      label={t('text')}
      value={values.body}
      onChange={(body) => change({ body })}
      error={faults.body}
      uploadPicture={uploadPicture}
      pictureSource={pictureSource}
    />
  )
}
