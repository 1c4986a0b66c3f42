;;; Emacs with eglot opens the example, shows findings, completes and renames.  -*- lexical-binding: t -*-
(require 'eglot)
(require 'flymake)

(define-derived-mode configdi-mode prog-mode "ConfigDI")
(add-to-list 'eglot-server-programs
             (list 'configdi-mode (getenv "CONFIGDI_CHECK") "lsp"))
(setq eglot-sync-connect 10 eglot-autoshutdown nil eglot-send-changes-idle-time 0)

(defun expect (what condition)
  (unless condition
    (message "emacs: %s" what)
    (kill-emacs 1)))

(defun wait-for (what condition)
  (let ((end (+ (float-time) 15)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.05))
    (expect what (funcall condition))))

(defvar configdi-shown nil)
(cl-defmethod eglot-handle-notification :after
  (_server (_method (eql textDocument/publishDiagnostics)) &key uri diagnostics &allow-other-keys)
  (setf (alist-get uri configdi-shown nil nil #'equal) (append diagnostics nil)))

(let* ((root (getenv "CONFIGDI_EXAMPLE"))
       (file (expand-file-name "app.yaml" root))
       (project (cons 'transient root))
       original)
  (setq project-find-functions (list (lambda (_folder) project)))
  (find-file file)
  (configdi-mode)
  (setq original (buffer-string))
  (apply #'eglot--connect
         (append (list (list 'configdi-mode)) (list project 'eglot-lsp-server (list (getenv "CONFIGDI_CHECK") "lsp"))
                 (when (> (cdr (func-arity #'eglot--connect)) 4) (list "yaml"))))
  (eglot--maybe-activate-editing-mode)
  (expect "eglot manages the buffer" (eglot-managed-p))
  (goto-char (point-min))
  (search-forward "factory: httpAPI")
  (delete-char -3)
  (insert "Api")
  (eglot--signal-textDocument/didChange)
  (wait-for "a finding is shown"
            (lambda () (cl-some (lambda (entry) (cl-some (lambda (d) (equal (plist-get d :code) "DI401")) (cdr entry)))
                                configdi-shown)))
  (delete-char -3)
  (insert "API")
  (eglot--signal-textDocument/didChange)
  (wait-for "the finding is gone" (lambda () (cl-every (lambda (entry) (null (cdr entry))) configdi-shown)))
  (let* ((answer (jsonrpc-request (eglot--current-server-or-lose) :textDocument/completion
                                  (eglot--TextDocumentPositionParams)))
         (labels (mapcar (lambda (item) (plist-get item :label)) (append (plist-get answer :items) nil))))
    (expect "the key's factories are offered" (equal (sort labels #'string<) '("cannedAPI" "httpAPI"))))
  (search-forward "retry.attempts}")
  (backward-char 4)
  (eglot-rename "retry.most")
  (goto-char (point-min))
  (expect "the use is renamed" (search-forward "${retry.most}" nil t))
  (expect "no old name is left" (not (string-match-p "retry\\.attempts" (buffer-string))))
  (expect "nothing else is changed"
          (equal (buffer-string) (replace-regexp-in-string "retry\\.attempts" "retry.most" original t t)))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot--current-server-or-lose))
  (message "emacs: findings, completion and rename work"))
