import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { TargetLink } from '../widgets/target-link.tsx';
import classes from './markdown.module.css';

/** Blocks of a text. What is no Markdown stays text, HTML too. */
export function parseMarkdown(markdown: string): Token[] {
  return lexer(markdown);
}

interface MarkdownProps {
  tokens: readonly Token[];
  /** Fills placeholders in what is text; code stays as it is written. */
  fill: (text: string) => string;
}

/** A text with headings, lists, tables, links and code. Nothing of it is handed to the browser as HTML. */
export function Markdown({ tokens, fill }: MarkdownProps) {
  const depths = [...new Set(tokens.flatMap((token) => (isHeading(token) ? token.depth : [])))].sort();
  const levelOf = (depth: number) => depths.indexOf(depth);
  return <div className={classes.text}>{draw(tokens, { fill, levelOf })}</div>;
}

interface HowToDraw extends Pick<MarkdownProps, 'fill'> {
  /** Rank of a depth among those that the text has. */
  levelOf: (depth: number) => number;
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

function draw(tokens: readonly Token[], how: HowToDraw): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no names, and a changed text is drawn as a whole
  return tokens.map((token, index) => <Fragment key={index}>{drawToken(token as MarkedToken, how)}</Fragment>);
}

function drawToken(token: MarkedToken, how: HowToDraw): ReactNode {
  const inner = 'tokens' in token && token.tokens ? draw(token.tokens, how) : undefined;
  switch (token.type) {
    case 'heading':
      return <Heading level={how.levelOf(token.depth)}>{inner}</Heading>;
    case 'paragraph':
      return <p>{inner}</p>;
    case 'strong':
      return <strong>{inner}</strong>;
    case 'em':
      return <em>{inner}</em>;
    case 'del':
      return <del>{inner}</del>;
    case 'blockquote':
      return <blockquote>{inner}</blockquote>;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'codespan':
      return <code>{token.text}</code>;
    case 'list':
      return <List token={token} how={how} />;
    case 'table':
      return <Table token={token} how={how} />;
    case 'link':
      return isAddress(token.href) ? <TargetLink target={{ to: 'url', url: token.href }}>{inner}</TargetLink> : inner;
    case 'image':
      return isUploaded(token.href) ? <img src={token.href} alt={token.text} /> : token.text;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    default:
      return inner ?? how.fill('text' in token ? token.text : token.raw);
  }
}

/** The title of the widget is a heading of the second level: the highest of its text stands one below it, whichever that is. */
function Heading({ level, children }: { level: number; children: ReactNode }) {
  if (level <= 0) return <h3>{children}</h3>;
  return level === 1 ? <h4>{children}</h4> : <h5>{children}</h5>;
}

function List({ token: { ordered, start, items }, how }: { token: Tokens.List; how: HowToDraw }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: items have no names
  const drawn = items.map(({ tokens }, index) => <li key={index}>{draw(tokens, how)}</li>);
  return ordered ? <ol start={start === '' ? undefined : start}>{drawn}</ol> : <ul>{drawn}</ul>;
}

function Table({ token: { header, rows }, how }: { token: Tokens.Table; how: HowToDraw }) {
  const styleOf = ({ align }: Tokens.TableCell) => (align ? { textAlign: align } : undefined);
  /* biome-ignore-start lint/suspicious/noArrayIndexKey: rows and cells have no names */
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell, index) => (
            <th key={index} scope="col" style={styleOf(cell)}>
              {draw(cell.tokens, how)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, rowIndex) => (
          <tr key={rowIndex}>
            {row.map((cell, index) => (
              <td key={index} style={styleOf(cell)}>
                {draw(cell.tokens, how)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  /* biome-ignore-end lint/suspicious/noArrayIndexKey: rows and cells have no names */
}

/** Pages here and elsewhere; anything else, as a script, is text. */
function isAddress(href: string): boolean {
  return /^(https?:\/\/|\/(?!\/))/.test(href);
}

function isUploaded(href: string): boolean {
  return /^\/api\/files\/[\w-]+$/.test(href);
}
