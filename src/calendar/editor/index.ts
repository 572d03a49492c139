export { Editor } from './editor';
export { EditorModule } from './editor.module';
