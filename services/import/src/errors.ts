// The codes of import's refusals, beside kit's; each has a text in web/src/i18n/<locale>/errors.
import type {} from '@lyceum/kit/calls/errors'

export const importErrors = [
  'questionExport.notReady',
  'questionImport.broken',
  'questionImport.noColumn',
  'questionImport.noQuestions',
  'questionImport.rightsChanged',
  'questionImport.tooLarge',
  'questionImport.tooMany',
  'questionImport.unknownXml',
] as const

/** Notes on a question in lines of reports (NoteCode of question-formats/format.ts). */
export const questionNotes = [
  'questionImport.answerLeftOut',
  'questionImport.elementLeftOut',
  'questionImport.fileLeftOut',
  'questionImport.fileRefused',
  'questionImport.fileTooLarge',
  'questionImport.keptAsText',
  'questionImport.keptIncomplete',
  'questionImport.keptUnread',
  'questionImport.lettersReplaced',
  'questionImport.noFullAnswer',
  'questionImport.notInFormat',
  'questionImport.partLeftOut',
  'questionImport.pointsRounded',
  'questionImport.ruleChanged',
  'questionImport.ruleNotWritten',
  'questionImport.stimulusAlone',
  'questionImport.twoNumbers',
  'questionImport.unreadable',
  'questionImport.usualFeedback',
] as const

declare module '@lyceum/kit/calls/errors' {
  interface ErrorCodes {
    import: (typeof importErrors)[number]
  }
}
