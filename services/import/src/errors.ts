// The codes of import's refusals, beside kit's; each has a text in web/src/i18n/<locale>/errors.
import type {} from '@lyceum/kit/calls/errors'

export const importErrors = [
  'attendanceExport.rightsChanged',
  'export.rightsChanged',
  'export.tooLong',
  'peopleExport.rightsChanged',
  'peopleExport.tooMany',
  'questionExport.notReady',
  'questionImport.broken',
  'questionImport.noColumn',
  'questionImport.noQuestions',
  'questionImport.rightsChanged',
  'questionImport.tooLarge',
  'questionImport.tooMany',
  'questionImport.unknownXml',
  'roster.cancelled',
  'roster.columnMissing',
  'roster.encrypted',
  'roster.fileUnknown',
  'roster.moreLeave',
  'roster.newer',
  'roster.noFile',
  'roster.notApplied',
  'roster.notFound',
  'roster.notReady',
  'roster.openQuote',
  'roster.otherNumber',
  'roster.rightsChanged',
  'roster.running',
  'roster.tooLarge',
  'roster.tooLate',
  'roster.undoBegun',
  'roster.unreadable',
  'roster.unsafePath',
] as const

/** Codes of lines of a register's file, and of what holds an import of it. */
export const rosterNotes = [
  'roster.behind',
  'roster.cellsBeyond',
  'roster.circle',
  'roster.codeTwice',
  'roster.dateBuddhist',
  'roster.dateSerial',
  'roster.dateUnknown',
  'roster.doubledEmail',
  'roster.doubledId',
  'roster.doubledNumber',
  'roster.emptyFile',
  'roster.endsEarly',
  'roster.lettersReplaced',
  'roster.lineCut',
  'roster.linesRefused',
  'roster.linesWithoutId',
  'roster.manyChanged',
  'roster.manyLeave',
  'roster.needed',
  'roster.numberShortened',
  'roster.tooLong',
  'roster.unknownKind',
  'roster.unknownReference',
  'roster.unknownRole',
  'roster.unknownState',
  'roster.withoutId',
  'roster.zerosLost',
] as const
export type RosterCode = (typeof rosterNotes)[number]

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
