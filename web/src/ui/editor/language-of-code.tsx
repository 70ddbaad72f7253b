// The choice of a program's language.
import { useTexts } from '../../i18n.ts'
import { type CodeLanguage, codeLanguageName, codeLanguages } from '../text/code-languages.ts'
import { Select } from '../fields/field.tsx'

export function LanguageOfCode({
  value,
  onChange,
  className,
}: {
  value: CodeLanguage
  onChange: (language: CodeLanguage) => void
  className?: string
}) {
  const t = useTexts('editor')
  return (
    <Select
      label={t('codeLanguage')}
      value={value}
      onChange={onChange}
      options={codeLanguages.map((language) => ({ value: language, label: codeLanguageName(language) ?? t('plainText') }))}
      className={className}
    />
  )
}
