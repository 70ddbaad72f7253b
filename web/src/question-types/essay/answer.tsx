// A longer text: rich, plain or code, with the number of its words.
import { useTexts } from '../../i18n.ts'
import { classes } from '../../ui/class-names.ts'
import { CodeEditor } from '../../ui/editor/code-editor.tsx'
import { TextArea } from '../../ui/fields/field.tsx'
import { number } from '../../ui/format.ts'
import { RichText } from '../../ui/text/rich-text.tsx'
import { RichTextEditor } from '../../ui/editor/rich-text-editor.tsx'
import type { AnswerProps } from '../definition.ts'
import { AnswerFiles } from '../parts/answer-files.tsx'
import { plainText } from '../parts/plain-text.ts'
import { wordsIn } from '../parts/words.ts'

export function EssayAnswer({ content, answer, onAnswer, files, uploadFile, filesField, filesShown }: AnswerProps<'essay'>) {
  const t = useTexts('questions')
  const text = answer?.text ?? (onAnswer ? (content.template ?? '') : '')
  const give = (next: string) => onAnswer?.(next.trim() || answer?.upload_ids?.length ? { ...answer, text: next } : undefined)
  const { words_least: least, words_most: most, files_most: filesMost = 0 } = content
  const words = content.format === 'code' ? undefined : wordsIn(content.format === 'rich' ? plainText(text) : text)
  const asked =
    least && most ? t('wordsBetween', { least, most }) : least ? t('wordsLeast', { least }) : most ? t('wordsMost', { most }) : ''
  const shared = { label: t('yourAnswer'), hideLabel: true }
  return (
    <div>
      {!onAnswer ? (
        content.format === 'rich' ? (
          <RichText html={text} files={files} />
        ) : (
          <pre className={classes('text-read whitespace-pre-wrap break-words', content.format === 'code' ? 'font-mono' : 'font-[inherit]')}>
            {text}
          </pre>
        )
      ) : content.format === 'rich' ? (
        <RichTextEditor
          {...shared}
          value={text}
          onChange={give}
          minHeight={180}
          {...(uploadFile && { uploadFile })}
          {...(files && { pictureSource: (id: string) => files.get(id) })}
        />
      ) : content.format === 'code' ? (
        <CodeEditor {...shared} value={text} onChange={give} />
      ) : (
        <TextArea {...shared} rows={8} value={text} onChange={give} />
      )}
      {words !== undefined && (
        <p className="mt-1 flex justify-between gap-3 text-caption text-text-3">
          <span>{asked}</span>
          <span className="tabular">{t('words', { count: words, shown: number(words) })}</span>
        </p>
      )}
      {filesMost > 0 && (
        <AnswerFiles
          rules={{ types: [], most: filesMost, megabytes: 100 }}
          ids={answer?.upload_ids ?? []}
          onChange={onAnswer && ((ids) => onAnswer(ids.length > 0 || text.trim() ? { text, upload_ids: ids } : undefined))}
          filesField={filesField}
          filesShown={filesShown}
        />
      )}
    </div>
  )
}
