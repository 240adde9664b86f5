// What the app of the bundlers' test uses of React, which brings no declarations.
declare module 'react' {
  export function useEffect(effect: () => void, values: unknown[]): void;
  export function useRef<T>(value: T | null): { current: T };
}

declare namespace JSX {
  interface IntrinsicElements {
    main: { ref: { current: HTMLElement }; children?: unknown };
  }
}
