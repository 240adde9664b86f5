// What schema_plugin.js gives the editor: the MJCF table of the engine.
declare module 'virtual:mjcf-schema' {
  export interface Attribute {
    name: string;
    /** in words */
    type: string;
    /** the words that it can have */
    values?: string[];
    /** kind of elements whose name it gives */
    refers?: string;
    /** kind of elements whose name it is */
    names?: string;
    initial?: string;
    meaning?: string;
  }
  export interface Element {
    name: string;
    attributes: Attribute[];
    /** identifiers */
    children: string[];
  }
  /** All elements by identifier. */
  const elements: Record<string, Element>;
  export default elements;
}
