// A chosen text file: read in its likeliest encoding, which the reader can correct; letters that it could not be read as are named.
import { useState } from 'react'
import type { Encoding } from '@lyceum/kit/text/encodings'
import { type ReplacedLetters, replacedLetters } from '@lyceum/kit/text/replaced-letters'
import { useTexts } from '../../../i18n.ts'
import { Select } from '../../../ui/fields/field.tsx'
import { number } from '../../../ui/format.ts'
import { encodingOptions } from './encodings.ts'
import { textIn } from './file-text.ts'

type Props = {
  encoding: Encoding
  onChange: (encoding: Encoding) => void
  /** Letters of the file that its bytes do not have in this encoding. */
  replaced?: ReplacedLetters | null
  /** The file, where there are several. */
  file?: string
}

export function ReadAs({ encoding, onChange, replaced = null, file }: Props) {
  const t = useTexts('ui')
  return (
    <div className="space-y-1">
      <Select
        label={file === undefined ? t('readAs') : t('readFileAs', { file })}
        value={encoding}
        onChange={onChange}
        options={encodingOptions}
        className="w-[210px] max-w-full"
      />
      <ReplacedNote replaced={replaced} />
    </div>
  )
}

export function ReplacedNote({ replaced }: { replaced: ReplacedLetters | null }) {
  const t = useTexts('ui')
  if (!replaced) return null
  return (
    <p role="status" className="text-small text-warn-text">
      {t('replacedLetters', { count: replaced.count, line: number(replaced.line) })}
    </p>
  )
}

/** `read` hands on the text of a file; `readAs` is the choice of another encoding, once a file is read, by which its text is handed on again. */
export function useReadFile(onText: (text: string, file: File) => void) {
  const [chosen, setChosen] = useState<{ file: File; encoding: Encoding; replaced: ReplacedLetters | null }>()
  const read = async (file: File, wanted?: Encoding) => {
    const { text, encoding } = await textIn(file, wanted)
    setChosen({ file, encoding, replaced: replacedLetters(text) })
    onText(text, file)
  }
  return {
    /** Before another file, whose text goes elsewhere. */
    clear: () => setChosen(undefined),
    read: (file: File) => void read(file),
    readAs: chosen && (
      <ReadAs encoding={chosen.encoding} replaced={chosen.replaced} onChange={(encoding) => void read(chosen.file, encoding)} />
    ),
  }
}
