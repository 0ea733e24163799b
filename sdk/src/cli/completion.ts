export const shells = ['bash', 'zsh', 'fish'] as const;

export interface CommandWords {
  /** The words that lead to the command. */
  path: string;
  /** The words that may follow. */
  words: string[];
}

/** Completions are a list of words per command, not a question to this program: it takes too long to start for a key press. */
export const writeCompletion = (shell: (typeof shells)[number], commands: readonly CommandWords[]): string =>
  writers[shell](commands);

export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const bash = (commands: readonly CommandWords[]): string => `_switchboard() {
  local path='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || case "$path" in
      ${commands.map(({ path, words }) => toPattern(path, words)).join('\n      ')}
    esac
  done
  case "$path" in
    ${commands.map(({ path, words }) => `${quote(path)}) COMPREPLY=($(compgen -W ${quote(words.join(' '))} -- "\${COMP_WORDS[COMP_CWORD]}"));;`).join('\n    ')}
  esac
}
complete -o default -F _switchboard switchboard`;

/** A word goes one command deeper if the command has it, and is a value otherwise. */
const toPattern = (path: string, words: string[]): string => {
  const children = words.filter((word) => !word.startsWith('-'));
  return `${quote(path)}) [[ ${quote(` ${children.join(' ')} `)} == *" $word "* ]] && path="\${path:+$path }$word";;`;
};

const fish = (commands: readonly CommandWords[]): string =>
  [
    'function __switchboard_at; set -l words (commandline -opc)[2..]; test "$words" = "$argv"; end',
    'function __switchboard_in; string match -q -- "$argv*" (string join " " (commandline -opc)[2..]); end',
    ...commands.flatMap(({ path, words }) =>
      words.map((word) =>
        word.startsWith('-')
          ? `complete -c switchboard -n "__switchboard_in ${path}" -l ${word.slice(2)}`
          : `complete -c switchboard -f -n "__switchboard_at ${path}" -a ${word}`,
      ),
    ),
  ].join('\n');

const writers = {
  bash,
  zsh: (commands: readonly CommandWords[]) =>
    `autoload -Uz compinit bashcompinit && compinit && bashcompinit\n${bash(commands)}`,
  fish,
};
