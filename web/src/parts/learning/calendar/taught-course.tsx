// The choice of one of the courses that I teach.
import { useTexts } from '../../../i18n.ts'
import { Combobox, type Option } from '../../../ui/fields/combobox.tsx'
import { searchTaught } from './searches.ts'

type Field = { value: Option | null; error: string | undefined; onChange: (course: Option | null) => void; onBlur: () => void }

/** `optional`: it may be of none. */
export function TaughtCourse({ value, error, onChange, onBlur, optional = false }: Field & { optional?: boolean }) {
  const t = useTexts('calendar')
  return (
    <Combobox
      label={t('course')}
      help={optional ? t('courseSees') : undefined}
      placeholder={t(optional ? 'noCourse' : 'chooseCourse')}
      search={searchTaught}
      value={value ?? undefined}
      error={error}
      onChange={(course) => onChange(course ?? null)}
      onBlur={onBlur}
    />
  )
}
