// A word or a short line.
import type { EditorProps } from '../definition.ts'
import { AcceptedTexts } from '../parts/accepted-texts.tsx'

export default function ShortAnswerEditor({ keyOf, onChange, faults, uploadFile }: EditorProps<'short_answer'>) {
  return (
    <AcceptedTexts
      accepted={keyOf.accepted}
      onChange={(accepted) => onChange({ key: { ...keyOf, accepted } })}
      rules={keyOf}
      onRules={(rules) => onChange({ key: { ...keyOf, ...rules } })}
      fault={(n) => faults[`key.accepted.${n}.text`]}
      uploadFile={uploadFile}
    />
  )
}
