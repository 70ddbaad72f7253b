// By what two versions of a question are compared.
import type { QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import { useMemo } from 'react'
import { useTexts } from '../../i18n.ts'
import { property, type VersionField } from '../../parts/base/drafts/version-fields.ts'
import type { QuestionForm } from '../../parts/learning/banks/question-form.ts'

/** An id, whose value says nothing: its side is named. */
const named = (name: 'folder' | 'stimulus', label: string): VersionField<QuestionForm> => ({
  label,
  kind: 'plain',
  get: (value) => value[name],
  put: (value, next) => ({ ...value, [name]: next as string }),
})

export function useVersionFields(type: QuestionTypeName): readonly VersionField<QuestionForm>[] {
  const t = useTexts('banks')
  const q = useTexts('questions')
  return useMemo(
    () => [
      property('stem', t('stem'), { kind: 'html' }),
      // a key names parts of its content: they go together
      {
        label: q(`type.${type}`),
        kind: 'plain',
        get: ({ content, key }) => ({ content, key }),
        put: (value, next) => ({ ...value, ...(next as Pick<QuestionForm, 'content' | 'key'>) }),
      },
      property('feedback', t('feedback'), { kind: 'html' }),
      property('title', t('titleOf')),
      property('points', t('points')),
      property('tags', t('tags'), { show: (tags) => tags.join(', ') }),
      named('folder', t('folder')),
      named('stimulus', t('belongsTo')),
    ],
    [t, q, type],
  )
}
