// The build for the browsers we serve has the same interface as the modern one but ships without types under this name.
declare module 'pdfjs-dist/legacy/build/pdf.min.mjs' {
  export * from 'pdfjs-dist'
}
