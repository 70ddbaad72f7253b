// The files of an answer: a field where they can be handed in, what was handed in where it is looked through, else what could be.
import { useTexts } from '../../i18n.ts'
import { list } from '../../ui/format.ts'
import type { FilesField, FilesShown } from '../definition.ts'

export function AnswerFiles({
  rules,
  ids,
  onChange,
  filesField,
  filesShown,
}: {
  rules: { types: readonly string[]; most: number; megabytes: number }
  ids: readonly string[]
  onChange: ((ids: string[]) => void) | undefined
  filesField: FilesField | undefined
  filesShown: FilesShown | undefined
}) {
  const t = useTexts('questions')
  if (filesField && onChange) return <div className="mt-3">{filesField({ ...rules, ids, onChange })}</div>
  if (filesShown && !onChange) return filesShown(ids)
  const { types, most, megabytes } = rules
  return (
    <p className="mt-2 text-caption text-text-3">
      {types.length > 0
        ? t('filesOfTypes', { count: most, types: list(types.map((type) => type.toUpperCase())), size: megabytes })
        : t('files', { count: most, size: megabytes })}
    </p>
  )
}
