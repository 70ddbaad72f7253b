// A scale: its ends and what they mean.
import { useTexts } from '../../i18n.ts'
import { Select, TextField } from '../../ui/fields/field.tsx'
import type { EditorProps } from '../definition.ts'

export default function ScaleEditor({ content, onChange }: EditorProps<'scale'>) {
  const t = useTexts('questions')
  const name = (end: 'low' | 'high', text: string) => {
    const { [end]: _, ...rest } = content
    onChange({ content: text ? { ...rest, [end]: text } : rest })
  }
  return (
    <div className="grid gap-4 tablet:grid-cols-2">
      <Select
        label={t('scaleFrom')}
        value={String(content.from) as '0' | '1'}
        options={(['0', '1'] as const).map((value) => ({ value, label: value }))}
        onChange={(from) => onChange({ content: { ...content, from: Number(from) } })}
      />
      <Select
        label={t('scaleTo')}
        value={String(content.to)}
        options={[2, 3, 4, 5, 6, 7, 8, 9, 10].map((value) => ({ value: String(value), label: String(value) }))}
        onChange={(to) => onChange({ content: { ...content, to: Number(to) } })}
      />
      <TextField label={t('scaleLow')} value={content.low ?? ''} maxLength={100} onChange={(text) => name('low', text)} />
      <TextField label={t('scaleHigh')} value={content.high ?? ''} maxLength={100} onChange={(text) => name('high', text)} />
    </div>
  )
}
