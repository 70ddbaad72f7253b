// A chosen text file: read in its likeliest encoding, which the reader can correct.
import { useState } from 'react'
import type { Encoding } from '@lyceum/kit/text/encodings'
import { useTexts } from '../../../i18n.ts'
import { Select } from '../../../ui/fields/field.tsx'
import { encodingOptions } from './encodings.ts'
import { textIn } from './file-text.ts'

export function ReadAs({ encoding, onChange }: { encoding: Encoding; onChange: (encoding: Encoding) => void }) {
  const t = useTexts('upload')
  return <Select label={t('readAs')} value={encoding} onChange={onChange} options={encodingOptions} className="w-[210px]" />
}

/** `read` hands on the text of a file; `readAs` is the choice of another encoding, once a file is read, by which its text is handed on again. */
export function useReadFile(onText: (text: string, file: File) => void) {
  const [chosen, setChosen] = useState<{ file: File; encoding: Encoding }>()
  const read = async (file: File, wanted?: Encoding) => {
    const { text, encoding } = await textIn(file, wanted)
    setChosen({ file, encoding })
    onText(text, file)
  }
  return {
    read: (file: File) => void read(file),
    readAs: chosen && <ReadAs encoding={chosen.encoding} onChange={(encoding) => void read(chosen.file, encoding)} />,
  }
}
