// Files that a person marks.
import type { AnswerProps } from '../definition.ts'
import { AnswerFiles } from '../parts/answer-files.tsx'

export const FileAnswer = ({ content, answer, onAnswer, filesField, filesShown }: AnswerProps<'file'>) => (
  <AnswerFiles
    rules={{ types: content.file_types ?? [], most: content.files_most, megabytes: content.file_size_mb }}
    ids={answer?.upload_ids ?? []}
    onChange={onAnswer && ((ids) => onAnswer(ids.length > 0 ? { upload_ids: ids } : undefined))}
    filesField={filesField}
    filesShown={filesShown}
  />
)
